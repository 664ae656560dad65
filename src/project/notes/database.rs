//! Opening a database carefully, and what its table of tasks has.

use std::path::Path;
use std::time::Duration;

use rusqlite::config::DbConfig;
use rusqlite::{Connection, OpenFlags};

use crate::project::notes::trouble::Trouble;
use crate::project::write::check_regular;

/// How long another program that holds the database is waited for (checklist rules, "Where it is").
const PATIENCE: Duration = Duration::from_secs(5);

/// The same for what has to be there at once, as a line for a prompt.
const MOMENT: Duration = Duration::from_millis(200);

/// What a database is opened for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Access {
    /// Reading. Another program's change is waited for.
    Read,
    /// Reading. Another program's change is waited for a moment.
    Brief,
    /// Reading without waiting.
    Glance,
    /// Changing what is there.
    Write,
}

/// Opens a database that is there.
pub(super) fn open(path: &Path, access: Access) -> Result<Connection, Trouble> {
    // A named pipe would be waited for, and a folder has no good message of its own.
    check_regular(path).map_err(|error| Trouble::Unreadable(error.cause.problem()))?;
    let mode =
        if access == Access::Write { OpenFlags::SQLITE_OPEN_READ_WRITE } else { OpenFlags::SQLITE_OPEN_READ_ONLY };
    let connect = || {
        let connection = Connection::open_with_flags(path, mode | OpenFlags::SQLITE_OPEN_NO_MUTEX)?;
        connection.busy_timeout(match access {
            Access::Read | Access::Write => PATIENCE,
            Access::Brief => MOMENT,
            Access::Glance => Duration::ZERO,
        })?;
        // What the file itself defines (views, triggers) is not trusted to do anything but plain data.
        connection.set_db_config(DbConfig::SQLITE_DBCONFIG_TRUSTED_SCHEMA, false)?;
        connection.set_db_config(DbConfig::SQLITE_DBCONFIG_DEFENSIVE, true)?;
        connection.set_db_config(DbConfig::SQLITE_DBCONFIG_ENABLE_VIEW, false)?;
        Ok(connection)
    };
    connect().map_err(|error| Trouble::of(&error, path))
}

/// Columns that older tables may lack.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Columns {
    pub(super) title: bool,
    pub(super) round_trip_count: bool,
    pub(super) completion_reason: bool,
}

impl Columns {
    /// Those of the table of tasks.
    pub(super) fn of(connection: &Connection, path: &Path) -> Result<Columns, Trouble> {
        let names = || {
            let is_table = "SELECT 1 FROM sqlite_schema WHERE type = 'table' AND lower(name) = 'paired_tasks'";
            if !connection.prepare(is_table)?.exists([])? {
                return Ok(None);
            }
            let mut statement = connection.prepare("SELECT lower(name) FROM pragma_table_xinfo('paired_tasks')")?;
            let names = statement.query_map([], |row| row.get::<_, String>(0))?;
            names.collect::<Result<Vec<_>, _>>().map(Some)
        };
        let names: Option<Vec<String>> = names().map_err(|error| Trouble::of(&error, path))?;
        let Some(names) = names else { return Err(Trouble::NoTable) };
        let has = |name: &str| names.iter().any(|known| known == name);
        let missing: Vec<&str> =
            ["id", "plan_notes", "status", "updated_at"].into_iter().filter(|name| !has(name)).collect();
        if !missing.is_empty() {
            return Err(Trouble::NoColumn(missing.join(", ")));
        }
        Ok(Columns {
            title: has("title"),
            round_trip_count: has("round_trip_count"),
            completion_reason: has("completion_reason"),
        })
    }
}
