use super::*;
use crate::cli::args::NotesArgs;
use crate::contract::plan_comments::Pass;

fn words(command: &[OsString]) -> Vec<&str> {
    command.iter().map(|word| word.to_str().unwrap()).collect()
}

fn pane(multiplexer: Multiplexer, id: &str) -> Pane {
    Pane { multiplexer, id: Some(id.to_owned()), server: None }
}

#[test]
fn options_are_passed_on_and_paths_become_absolute() {
    let args = Review {
        path: Some("/films/a; rm -rf $HOME".into()),
        pass: Some(Pass::Final),
        notes: NotesArgs { notes: Some("/n".into()), notes_db: Some("/m.db".into()), task: Some("t-1".to_owned()) },
        report: vec!["/a.md".into(), "/b.md".into()],
        target: Some(90.5),
        read_only: false,
        ascii: true,
        gate: true,
        result: Some("/r.json".into()),
        opened: false,
    };
    let command = board_command(&args, Some(Language::Ja), "/bin/planboard".into(), None);
    let expected = [
        "/bin/planboard",
        "review",
        "--opened",
        "--pass=final",
        "--notes=/n",
        "--notes-db=/m.db",
        "--task=t-1",
        "--report=/a.md",
        "--report=/b.md",
        "--target=90.5",
        "--result=/r.json",
        "--lang=ja",
        "--ascii",
        "--gate",
        "/films/a; rm -rf $HOME",
    ];
    assert!(words(&command).ends_with(&expected), "{command:?}");
    let command = board_command(&Review::default(), None, "p".into(), None);
    let here = std::path::absolute(".").unwrap();
    assert_eq!(command.last().unwrap(), here.as_os_str());
}

#[test]
fn every_multiplexer_is_given_the_board_as_arguments() {
    let board: Vec<OsString> = ["env", "planboard", "a b"].map(OsString::from).to_vec();
    let window = |multiplexer, id| {
        let command = window_command(&pane(multiplexer, id), Some("@2"), Path::new("/f"), &board);
        command.into_iter().map(|word| word.into_string().unwrap()).collect::<Vec<_>>().join("|")
    };
    assert_eq!(window(Multiplexer::Tmux, "%3"), "tmux|new-window|-n|planboard|-c|/f|-a|-t|@2|--|env|planboard|a b");
    assert_eq!(
        window(Multiplexer::Zellij, "3"),
        "zellij|run|--close-on-exit|--name|planboard|--cwd|/f|--|env|planboard|a b"
    );
    assert_eq!(window(Multiplexer::Wezterm, "3"), "wezterm|cli|spawn|--cwd|/f|--pane-id|3|--|env|planboard|a b");
    let kitty = window(Multiplexer::Kitty, "3");
    assert!(kitty.ends_with("|@|launch|--type=tab|--tab-title|planboard|--cwd|/f|env|planboard|a b"), "{kitty}");
}

#[test]
fn a_board_is_brought_to_the_front_by_its_pane() {
    let tmux = Pane { server: Some("/s".into()), ..pane(Multiplexer::Tmux, "%3") };
    let commands = raise_commands(&tmux);
    assert_eq!(words(&commands[0]), ["tmux", "-S", "/s", "select-window", "-t", "%3"]);
    assert_eq!(words(&commands[1]), ["tmux", "-S", "/s", "select-pane", "-t", "%3"]);
    assert!(raise_commands(&Pane { id: None, ..tmux }).is_empty());
    assert_eq!(
        words(&raise_commands(&pane(Multiplexer::Wezterm, "4"))[0])[1..],
        ["cli", "activate-pane", "--pane-id", "4"]
    );
}
