use super::*;
use proptest::prelude::*;

const DELAY: Duration = ESC_DELAY;

fn key(name: &str) -> InputEvent {
    InputEvent::Key(Key::parse(name).unwrap_or_else(|| panic!("no key {name}")))
}

fn keys(names: &str) -> Vec<InputEvent> {
    names.split_whitespace().map(key).collect()
}

fn ms(count: u64) -> Duration {
    Duration::from_millis(count)
}

/// A filter and a clock that ticks it at each deadline it passes.
struct Bench {
    filter: Filter,
    now: Instant,
}

impl Bench {
    fn new() -> Bench {
        Bench { filter: Filter::new(DELAY), now: Instant::now() }
    }

    fn feed(&mut self, bytes: impl AsRef<[u8]>) -> Vec<InputEvent> {
        self.filter.feed(bytes.as_ref(), self.now)
    }

    fn silence(&mut self, time: Duration) -> Vec<InputEvent> {
        let end = self.now + time;
        let mut out = Vec::new();
        while let Some(deadline) = self.filter.deadline().filter(|deadline| *deadline <= end) {
            out.extend(self.filter.tick(deadline));
        }
        self.now = end;
        out
    }
}

/// All events of one read and the silence after it.
fn read(bytes: impl AsRef<[u8]>) -> Vec<InputEvent> {
    let mut bench = Bench::new();
    let mut out = bench.feed(bytes);
    out.extend(bench.silence(ms(5000)));
    out
}

/// Sequences and what they mean; none of them runs into what follows.
fn known() -> Vec<(&'static [u8], Vec<InputEvent>)> {
    let mouse = |up| InputEvent::Scroll { up, x: 4, y: 9 };
    vec![
        (b"j", keys("j")),
        (b"G:", keys("G :")),
        ("あ".as_bytes(), keys("あ")),
        ("👩‍💻".as_bytes(), vec![InputEvent::Text("👩‍💻".into())]),
        ("指摘を".as_bytes(), vec![InputEvent::Text("指摘を".into())]),
        (b"\r", keys("enter")),
        (b"\n", keys("ctrl-j")),
        (b"\t", keys("tab")),
        (b"\x7f\x08", keys("backspace backspace")),
        (b"\x00\x01\x04\x1a\x1c\x1f", keys("ctrl-space ctrl-a ctrl-d ctrl-z ctrl-\\ ctrl-_")),
        (b"\x1b[A\x1b[B\x1b[C\x1b[D\x1b[H\x1b[F", keys("up down right left home end")),
        (b"\x1bOA\x1bOD\x1bOH\x1bOF\x1bOP\x1bOR", keys("up left home end f1 f3")),
        (
            b"\x1b[1~\x1b[2~\x1b[3~\x1b[4~\x1b[5~\x1b[6~\x1b[7~\x1b[8~",
            keys("home insert delete end pageup pagedown home end"),
        ),
        (b"\x1b[11~\x1b[15~\x1b[17~\x1b[21~\x1b[24~\x1b[[A\x1b[[E", keys("f1 f5 f6 f10 f12 f1 f5")),
        (b"\x1b[1;5C\x1b[1;3A\x1b[1;2B\x1b[5;5~", keys("ctrl-right alt-up shift-down ctrl-pageup")),
        (
            b"\x1b[Z\x1b[5^\x1b[3$\x1b[a\x1bOd\x1b[6@",
            keys("shift-tab ctrl-pageup shift-delete shift-up ctrl-left ctrl-shift-pagedown"),
        ),
        (b"\x1b\x1b[A", keys("alt-up")),
        (b"\x1bb\x1b\r\x1b\x7f", keys("alt-b alt-enter alt-backspace")),
        (b"\x1b[27u\x1b[13;2u\x1b[106;5u\x1b[97;6u", keys("esc shift-enter ctrl-j ctrl-shift-a")),
        (b"\x1b[9;2u\x1b[105;5u\x1b[111;4u\x1b[57419u\x1b[57405u", keys("shift-tab tab alt-O up 6")),
        (b"\x1b[97;1:1u\x1b[97;1:2u\x1b[97;1:3u", keys("a a")),
        (b"\x1b[106;9u\x1b[57441;2u\x1b[57358u", vec![]),
        (b"\x1b[97;;97u\x1b[0;;12354u", keys("a あ")),
        (b"\x1b[1;5:3A\x1b[1;1:2A", keys("up")),
        (b"\x1b[27;5;13~\x1b[27;2;63~\x1b[27;6;65~", keys("ctrl-enter ? ctrl-shift-a")),
        (b"\x1b[I", vec![InputEvent::Focus(true)]),
        (b"\x1b[O", vec![InputEvent::Focus(false)]),
        (b"\x1b[<64;5;10M", vec![mouse(true)]),
        (b"\x1b[<65;5;10M", vec![mouse(false)]),
        (b"\x1b[<0;5;10M\x1b[<0;5;10m\x1b[<35;5;10M", vec![InputEvent::Click { button: 0, x: 4, y: 9 }]),
        (b"\x1b[200~a\r\x1b[A\x1b]11;x\x03b\x1b[201~", vec![InputEvent::Paste("a\r\x1b[A\x1b]11;x\x03b".into())]),
        (b"\x1b]11;rgb:ffff/ffff/ffff\x1b\\", vec![InputEvent::Background(255, 255, 255)]),
        (b"\x1b]11;rgb:00/00/00\x07", vec![InputEvent::Background(0, 0, 0)]),
        (b"\x1b]4;1;rgb:0/0/0\x1b\\", vec![]),
        (b"\x1bP>|XTerm(370)\x1b\\\x1bP1+r524742=8\x1b\\\x1bP0$r\x1b\\\x1bP!|00000000\x1b\\", vec![]),
        (b"\x1b_Gi=31;OK\x1b\\", vec![]),
        (
            b"\x1b[?62;4c\x1b[>0;276;0c\x1b[12;40R\x1b[?2026;2$y\x1b[4;1$y\x1b[?1u\x1b[8;24;80t\x1b[0n\x1b[?997;1n",
            vec![],
        ),
    ]
}

#[test]
fn known_sequences_mean_what_they_mean() {
    for (bytes, expected) in known() {
        assert_eq!(read(bytes), expected, "{}", bytes.escape_ascii());
    }
}

#[test]
fn esc_acts_after_its_silence() {
    let mut bench = Bench::new();
    assert_eq!(bench.feed(b"\x1b"), []);
    assert_eq!(bench.silence(ms(24)), []);
    assert_eq!(bench.silence(ms(1)), keys("esc"));
    assert_eq!(bench.filter.deadline(), None);
    assert_eq!(read(b"\x1b\x1b"), keys("esc esc"));
    assert_eq!(esc_delay(|_| None), ms(25));
    assert_eq!(esc_delay(|name| (name == "SSH_CONNECTION").then(|| "10.0.0.1 5 10.0.0.2 22".into())), ms(100));
}

#[test]
fn a_sequence_begun_waits_longer() {
    let mut bench = Bench::new();
    assert_eq!(bench.feed(b"\x1b["), []);
    assert_eq!(bench.silence(ms(999)), []);
    assert_eq!(bench.feed(b"A"), keys("up"));
    assert_eq!(read(b"\x1b["), keys("alt-["));
    assert_eq!(read(b"\x1bO"), keys("alt-O"));
    assert_eq!(read(b"\x1b[5"), keys("alt-[ 5"));
    assert_eq!(read(b"\x1b[1;5"), []);
    assert_eq!(Bench::new().feed(b"\x1b[M\x03"), keys("alt-[ M ctrl-c"));
}

#[test]
fn a_tail_after_esc_by_silence_is_the_sequence() {
    for tail in ["[A", "OA", "[1;5C", "[?62;4c", "]11;rgb:ffff/ffff/ffff\x1b\\", "]11;rgb:ff", "[I", "P>|xterm\x1b\\"] {
        let mut bench = Bench::new();
        bench.feed(b"\x1b");
        assert_eq!(bench.silence(ms(100)), keys("esc"));
        let events = bench.feed(tail);
        assert!(!events.iter().any(|e| e.key().is_some_and(|k| k.typed().is_some())), "{tail}: {events:?}");
        // Without an Esc just before, or late, they are keys.
        for late in [false, true] {
            let mut bench = Bench::new();
            if late {
                bench.feed(b"\x1b");
                bench.silence(ms(25 + 301));
            }
            assert_eq!(bench.feed("[A"), keys("[ A"));
        }
    }
    for typed in ["j", "[", "O", "On", "jj", "[j", "]1"] {
        let mut bench = Bench::new();
        bench.feed(b"\x1b");
        bench.silence(ms(100));
        assert_eq!(bench.feed(typed).len(), typed.len(), "{typed}");
    }
}

#[test]
fn a_reply_is_swallowed_however_late() {
    let mut bench = Bench::new();
    assert_eq!(bench.feed("\x1b]11;rgb:1e1e"), []);
    assert_eq!(bench.silence(ms(5000)), []);
    assert_eq!(bench.feed("/1e1e/1e1e\x1b\\j"), [InputEvent::Background(30, 30, 30), key("j")]);
}

#[test]
fn a_reply_that_stops_does_not_take_the_keys_after_it() {
    let mut bench = Bench::new();
    bench.feed("\x1b]11;rgb:1e1e");
    bench.silence(ms(2000));
    assert_eq!(bench.feed("j"), keys("j"));
    bench.feed("\x1b]11;rgb");
    assert_eq!(bench.feed("\r"), keys("enter"));
    bench.feed("\x1bP>|x");
    assert_eq!(bench.feed("y\x03"), keys("ctrl-c"));
    bench.feed("\x1b]11;rgb");
    assert_eq!(bench.feed("\x1b"), []);
    assert_eq!(bench.silence(ms(1000)), keys("esc"));
    assert_eq!(bench.feed("j"), keys("j"));
}

#[test]
fn alt_with_the_opener_of_a_reply_is_a_key() {
    for (opener, name) in [("]", "alt-]"), ("P", "alt-P"), ("_", "alt-_")] {
        let mut bench = Bench::new();
        bench.feed(format!("\x1b{opener}"));
        assert_eq!(bench.silence(ms(100)), keys(name));
        assert_eq!(bench.feed("j"), keys("j"));
        assert_eq!(read(format!("\x1b{opener}j")), keys(&format!("{name} j")));
    }
    assert_eq!(read("\x1b]1"), keys("alt-] 1"));
    assert_eq!(read("\x1b]1j"), keys("alt-] 1 j"));
    assert_eq!(read("\x1bP1j"), keys("alt-P 1 j"));
    assert_eq!(read("\x1b]jk"), keys("alt-] j k"));
}

#[test]
fn esc_before_a_character_that_is_not_ascii_is_esc() {
    assert_eq!(read("\x1bあ"), keys("esc あ"));
    assert_eq!(read("\x1bあい"), [key("esc"), InputEvent::Text("あい".into())]);
    assert_eq!(read("\x1b\x1bj"), keys("esc alt-j"));
    assert_eq!(read("\x1b\x1b]11;rgb:0/0/0\x07"), [key("esc"), InputEvent::Background(0, 0, 0)]);
}

#[test]
fn several_characters_with_one_not_ascii_are_text() {
    assert_eq!(read("かな"), [InputEvent::Text("かな".into())]);
    assert_eq!(read("aあ"), [InputEvent::Text("aあ".into())]);
    assert_eq!(read("かな\r"), [InputEvent::Text("かな".into()), key("enter")]);
    assert_eq!(read("か"), keys("か"));
    assert_eq!(read("か\r"), keys("か enter"));
    assert_eq!(read("jk"), keys("j k"));
}

#[test]
fn a_character_split_between_reads_is_put_together() {
    let mut bench = Bench::new();
    assert_eq!(bench.feed(b"j\xe3"), []);
    assert_eq!(bench.feed(b"\x81"), []);
    assert_eq!(bench.feed(b"\x82k"), [InputEvent::Text("jあk".into())]);
}

#[test]
fn invalid_utf_8_becomes_u_fffd_and_sync_is_kept() {
    assert_eq!(read(b"\xff"), keys("\u{fffd}"));
    assert_eq!(read(b"\xe3"), keys("\u{fffd}"));
    assert_eq!(read(b"\x9b"), keys("\u{fffd}"));
    let mut bench = Bench::new();
    bench.feed(b"\xe3\x81");
    assert_eq!(bench.feed(b"j"), keys("\u{fffd} j"));
}

#[test]
fn a_paste_is_bounded_and_its_end_is_found_across_reads() {
    let mut bench = Bench::new();
    bench.feed("\x1b[200~");
    assert_eq!(bench.silence(ms(100_000)), []);
    for piece in ["a", "\x1b", "[20", "0~\x1b[2", "01", "~j"] {
        let events = bench.feed(piece);
        if piece == "~j" {
            assert_eq!(events, [InputEvent::Paste("a\x1b[200~".into()), key("j")]);
        } else {
            assert_eq!(events, []);
        }
    }
    bench.feed("\x1b[200~");
    let chunk = vec![b'x'; 1 << 20];
    for _ in 0..66 {
        bench.feed(&chunk);
    }
    let events = bench.feed("\x1b[201~");
    assert!(matches!(events.as_slice(), [InputEvent::Paste(text)] if text.len() == PASTE_LIMIT));
}

#[test]
fn a_paste_whose_end_was_lost_is_ended_by_ctrl_c() {
    let mut bench = Bench::new();
    bench.feed("\x1b[200~text");
    assert_eq!(bench.feed("\x03"), []);
    assert_eq!(bench.silence(ms(1500)), [InputEvent::Paste("text\x03".into())]);
    assert_eq!(bench.feed("\x03"), [key("ctrl-c")]);
}

#[test]
fn the_end_gives_out_what_is_held() {
    let mut bench = Bench::new();
    bench.feed("\x1b[200~half");
    assert_eq!(bench.filter.finish(), [InputEvent::Paste("half".into())]);
    bench.feed("\x1b");
    assert_eq!(bench.filter.finish(), keys("esc"));
    assert_eq!(bench.filter.finish(), []);
}

/// Text taken apart: where a read ends decides whether characters are one text.
fn apart(events: Vec<InputEvent>) -> Vec<InputEvent> {
    let each = |event| match event {
        InputEvent::Text(text) => text.chars().map(|c| InputEvent::Key(Key::char(c))).collect(),
        other => vec![other],
    };
    events.into_iter().flat_map(each).collect()
}

proptest! {
    #[test]
    fn splits_and_timing_change_nothing(
        picks in prop::collection::vec(0usize..known().len(), 1..8),
        cuts in prop::collection::vec((1usize..6, 0u64..25), 1..80),
    ) {
        let known = known();
        let (mut bytes, mut expected) = (Vec::new(), Vec::new());
        for pick in picks {
            bytes.extend_from_slice(known[pick].0);
            expected.extend(known[pick].1.iter().cloned());
        }
        let mut bench = Bench::new();
        let (mut out, mut rest, mut cuts) = (Vec::new(), bytes.as_slice(), cuts.into_iter().cycle());
        while let Some((length, gap)) = cuts.next().filter(|_| !rest.is_empty()) {
            let (piece, tail) = rest.split_at(length.min(rest.len()));
            out.extend(bench.feed(piece));
            out.extend(bench.silence(ms(gap)));
            rest = tail;
        }
        out.extend(bench.silence(ms(5000)));
        prop_assert_eq!(apart(out), apart(expected));
    }

    #[test]
    fn every_single_split_changes_nothing(pick in 0usize..known().len()) {
        let known = known();
        let (bytes, expected) = &known[pick];
        for at in 1..bytes.len() {
            let mut bench = Bench::new();
            let mut out = bench.feed(&bytes[..at]);
            out.extend(bench.silence(ms(24)));
            out.extend(bench.feed(&bytes[at..]));
            out.extend(bench.silence(ms(5000)));
            prop_assert_eq!(apart(out), apart(expected.clone()));
        }
    }

    #[test]
    fn after_garbage_a_plain_key_comes_through(
        reads in prop::collection::vec((prop::collection::vec(garbage(), 0..40), 0u64..2000), 0..12),
    ) {
        let mut bench = Bench::new();
        for (bytes, gap) in reads {
            bench.feed(&bytes);
            bench.silence(ms(gap));
            prop_assert!(bench.filter.pending.len() <= LONGEST_PENDING);
        }
        if matches!(bench.filter.mode, Mode::Paste { .. }) {
            bench.feed("\x1b[201~");
        }
        bench.silence(ms(1000));
        prop_assert_eq!(bench.filter.deadline(), None);
        let mut out = bench.feed("j");
        out.extend(bench.silence(ms(1000)));
        prop_assert_eq!(out, keys("j"));
    }

    #[test]
    fn ctrl_c_ends_anything_but_a_paste(bytes in prop::collection::vec(garbage(), 0..60)) {
        let mut bench = Bench::new();
        bench.feed(&bytes);
        prop_assume!(!matches!(bench.filter.mode, Mode::Paste { .. }));
        let out = bench.feed("\x03");
        let last = out.last().and_then(InputEvent::key).map(|key| Key { alt: false, ..key });
        prop_assert_eq!(last, Some(Key::ctrl('c')));
    }
}

const LONGEST_PENDING: usize = 2048;

/// Any byte, the special ones often.
fn garbage() -> impl Strategy<Value = u8> {
    prop_oneof![any::<u8>(), prop::sample::select(&b"\x1b\x1b\x1b[[O]P_G0123456789;:<>?$~uM\\\x07\x03\xe3\x81\x82"[..])]
}

#[test]
fn a_paste_whose_end_is_lost_is_shown_and_left_by_esc() {
    let mut bench = Bench::new();
    assert_eq!(bench.feed("\x1b[200~lost"), []);
    assert_eq!(bench.silence(REST_DELAY), [InputEvent::Paste("lost".into())]);
    assert_eq!(bench.feed("q"), [], "what comes late is text still");
    assert_eq!(bench.silence(REST_DELAY), [InputEvent::Paste("q".into())]);
    assert_eq!(bench.feed("\x1b"), []);
    assert_eq!(bench.silence(REST_DELAY), [key("esc")]);
    assert_eq!(bench.feed("j"), [key("j")]);
}

#[test]
fn a_paste_that_stalls_goes_on() {
    let mut bench = Bench::new();
    bench.feed("\x1b[200~one\x1b[20");
    assert_eq!(bench.silence(REST_DELAY), [InputEvent::Paste("one".into())]);
    assert_eq!(bench.feed("1~j"), [InputEvent::Paste(String::new()), key("j")]);
}
