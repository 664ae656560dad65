//! Where a board is shown: the pane of a terminal multiplexer, told by its environment, so that it can be brought to the
//! front from elsewhere.

use serde::{Deserialize, Serialize};

/// A program that shows several terminals.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Multiplexer {
    /// tmux
    Tmux,
    /// zellij
    Zellij,
    /// WezTerm
    Wezterm,
    /// kitty
    Kitty,
}

impl Multiplexer {
    /// Its name, as people know it.
    pub fn name(self) -> &'static str {
        match self {
            Multiplexer::Tmux => "tmux",
            Multiplexer::Zellij => "zellij",
            Multiplexer::Wezterm => "WezTerm",
            Multiplexer::Kitty => "kitty",
        }
    }
}

/// A pane of a multiplexer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pane {
    /// Whose pane it is.
    pub multiplexer: Multiplexer,
    /// Its id there (tmux: `%3`); `None`: the multiplexer does not say.
    pub id: Option<String>,
    /// The server, where there may be several (tmux: its socket; zellij: its session).
    #[serde(default)]
    pub server: Option<String>,
}

impl Pane {
    /// The pane this process runs in, by the environment that `variable` reads. Of several, one inside the other, the
    /// innermost cannot be told; tmux goes first.
    pub fn here(variable: &dyn Fn(&str) -> Option<String>) -> Option<Pane> {
        let set = |name: &str| variable(name).filter(|value| !value.is_empty());
        let pane = |multiplexer, id, server| Some(Pane { multiplexer, id, server });
        if let Some(tmux) = set("TMUX") {
            let socket = tmux.split(',').next().map(str::to_owned);
            return pane(Multiplexer::Tmux, set("TMUX_PANE").filter(|id| plain(id)), socket);
        }
        if set("ZELLIJ").is_some() {
            return pane(Multiplexer::Zellij, set("ZELLIJ_PANE_ID").filter(|id| plain(id)), set("ZELLIJ_SESSION_NAME"));
        }
        if let Some(id) = set("WEZTERM_PANE").filter(|id| plain(id)) {
            return pane(Multiplexer::Wezterm, Some(id), set("WEZTERM_UNIX_SOCKET"));
        }
        let id = set("KITTY_WINDOW_ID").filter(|id| plain(id))?;
        pane(Multiplexer::Kitty, Some(id), set("KITTY_LISTEN_ON"))
    }
}

/// Whether an id is what multiplexers give: digits, in tmux after a `%`. Nothing else is handed on to them.
fn plain(id: &str) -> bool {
    let digits = id.strip_prefix('%').unwrap_or(id);
    !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn here(set: &[(&str, &str)]) -> Option<Pane> {
        Pane::here(&|name| set.iter().find(|(known, _)| *known == name).map(|(_, value)| (*value).to_owned()))
    }

    #[test]
    fn the_pane_is_told_by_the_environment_and_tmux_goes_first() {
        let tmux = here(&[("TMUX", "/tmp/tmux-0/default,12,0"), ("TMUX_PANE", "%3"), ("KITTY_WINDOW_ID", "1")]);
        let server = Some("/tmp/tmux-0/default".to_owned());
        assert_eq!(tmux, Some(Pane { multiplexer: Multiplexer::Tmux, id: Some("%3".into()), server }));
        assert_eq!(here(&[("ZELLIJ", "0")]).map(|pane| pane.multiplexer), Some(Multiplexer::Zellij));
        assert_eq!(here(&[("WEZTERM_PANE", "4")]).map(|pane| pane.multiplexer), Some(Multiplexer::Wezterm));
        assert_eq!(here(&[("KITTY_WINDOW_ID", "2")]).map(|pane| pane.multiplexer), Some(Multiplexer::Kitty));
        assert_eq!(here(&[("TMUX", "")]), None);
    }

    #[test]
    fn an_id_that_is_none_is_not_taken() {
        assert_eq!(here(&[("KITTY_WINDOW_ID", "1 or all")]), None);
        assert_eq!(here(&[("TMUX", "/s,1,0"), ("TMUX_PANE", "-t")]).and_then(|pane| pane.id), None);
    }
}
