//! Putting a file in place of another that somebody else may be writing at the same moment: what nobody has seen is
//! never overwritten.

use std::path::Path;

use crate::project::write::{Cause, DiskError, Written, check_place, read_in_place};

/// What putting a file in place of another came to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Swapped {
    /// It stands there.
    Done,
    /// Something else stands there than was expected, and still does: its bytes, or `None` where there is nothing.
    Found(Option<Vec<u8>>),
}

/// Puts `written` at `place`, if what stands there `is_expected`.
///
/// # Errors
/// A link or anything but a regular file of at most `limit` bytes stands there, or the disk refuses.
pub(crate) fn swap(
    place: &Path,
    written: Written,
    is_expected: &dyn Fn(&[u8]) -> bool,
    limit: u64,
) -> Result<Swapped, DiskError> {
    let expected = |found: &Option<Vec<u8>>| found.as_deref().is_some_and(is_expected);
    let found = read_there(place, limit)?;
    if !expected(&found) {
        return Ok(Swapped::Found(found));
    }
    let exchanged = match written.exchange(place) {
        Ok(exchanged) => exchanged,
        Err(DiskError { cause: Cause::Missing, .. }) => return Ok(Swapped::Found(None)),
        Err(error) => return Err(error),
    };
    if !exchanged {
        return written.replace(place).map(|()| Swapped::Done);
    }
    // What was there is now under the temporary name: had somebody written in between, it goes back.
    match absent_is_none(read_in_place(written.path(), limit)) {
        Ok(found) if expected(&found) => Ok(Swapped::Done),
        found => {
            if !written.exchange(place).unwrap_or(false) {
                // It could not go back: it stays beside, rather than being lost.
                written.leave();
            }
            found.map(Swapped::Found)
        }
    }
}

/// The bytes of the regular file at `place`, a link not followed; `None` where there is nothing.
///
/// # Errors
/// A link or anything but a regular file of at most `limit` bytes stands there, or the disk refuses.
pub(crate) fn read_there(place: &Path, limit: u64) -> Result<Option<Vec<u8>>, DiskError> {
    if check_place(place)? { absent_is_none(read_in_place(place, limit)) } else { Ok(None) }
}

/// It may have been taken between looking and reading.
fn absent_is_none(read: Result<Vec<u8>, DiskError>) -> Result<Option<Vec<u8>>, DiskError> {
    match read {
        Ok(bytes) => Ok(Some(bytes)),
        Err(DiskError { cause: Cause::Missing, .. }) => Ok(None),
        Err(error) => Err(error),
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;
    use std::fs;

    use super::*;
    use crate::project::write::Mode;

    #[test]
    fn what_another_program_writes_between_looking_and_swapping_goes_back() {
        let dir = tempfile::tempdir().unwrap();
        let place = dir.path().join("f");
        fs::write(&place, b"old").unwrap();
        let written = Written::beside(&place, b"new", Mode::Project).unwrap();
        let looks = Cell::new(0);
        let is_expected = |found: &[u8]| {
            looks.set(looks.get() + 1);
            let is_old = found == b"old";
            if looks.get() == 1 {
                fs::write(&place, b"theirs").unwrap();
            }
            is_old
        };
        assert_eq!(swap(&place, written, &is_expected, 100), Ok(Swapped::Found(Some(b"theirs".to_vec()))));
        assert_eq!(fs::read(&place).unwrap(), b"theirs");
        assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 1);
    }

    #[test]
    fn a_file_that_went_away_or_differs_is_left_so() {
        let dir = tempfile::tempdir().unwrap();
        let place = dir.path().join("f");
        let written = || Written::beside(&place, b"new", Mode::Project).unwrap();
        assert_eq!(swap(&place, written(), &|_| true, 100), Ok(Swapped::Found(None)));
        let goes_away = |_: &[u8]| fs::remove_file(&place).is_ok();
        fs::write(&place, b"old").unwrap();
        assert_eq!(swap(&place, written(), &goes_away, 100), Ok(Swapped::Found(None)));
        fs::write(&place, b"other").unwrap();
        assert_eq!(swap(&place, written(), &|_| false, 100), Ok(Swapped::Found(Some(b"other".to_vec()))));
        assert_eq!(swap(&place, written(), &|found| found == b"other", 100), Ok(Swapped::Done));
        assert_eq!(fs::read(&place).unwrap(), b"new");
        assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 1);
    }
}
