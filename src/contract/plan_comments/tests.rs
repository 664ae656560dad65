use super::*;

fn codes(text: &str) -> (Option<ReadSubmission>, Vec<&'static str>) {
    let (read, findings) = read(Path::new("plan-comments.json"), text.as_bytes());
    (read, findings.into_iter().map(|f| f.code).collect())
}

fn submission(pass: Pass, target_id: &str) -> Submission {
    let comment = SubmittedComment {
        target_kind: pass.target_kind(),
        target_id: target_id.to_owned(),
        title: "操作デモ".to_owned(),
        text: " 逐語\n\"引用\" \u{1f469}\u{200d}\u{1f4bb} ".to_owned(),
    };
    Submission { version: 0, pass, submitted_at: "2026-07-25T09:30:00.000Z".to_owned(), comments: vec![comment] }
}

#[test]
fn the_file_has_exactly_the_fields_of_the_contract_in_its_order() {
    let text = String::from_utf8(submission(Pass::Scaffold, "item-demo").to_bytes()).unwrap();
    let start = "{\n  \"version\": 0,\n  \"pass\": \"scaffold\",\n  \"submitted_at\": \"2026-07-25T09:30:00.000Z\",\n  \
                 \"comments\": [\n    {\n      \"target_kind\": \"clip\",\n      \"target_id\": \"item-demo\",\n      \
                 \"title\": \"操作デモ\",\n      \"text\": ";
    assert!(text.starts_with(start), "{text}");
    assert!(text.ends_with("\n    }\n  ]\n}\n"), "{text}");
}

#[test]
fn what_is_written_reads_back_without_findings() {
    for (pass, id) in [(Pass::Structure, "0"), (Pass::Scaffold, "a b"), (Pass::Final, "12")] {
        let written = submission(pass, id);
        let text = String::from_utf8(written.to_bytes()).unwrap();
        let (Some(read), found) = codes(&text) else { panic!("unreadable") };
        assert!(found.is_empty(), "{found:?}");
        assert_eq!((read.version, read.pass), (0, Some(pass)));
        let (a, b) = (&read.comments[0], &written.comments[0]);
        assert_eq!((&a.target_id, &a.title, &a.text), (&b.target_id, &b.title, &b.text));
    }
}

const HEAD: &str = r#""version":0,"submitted_at":"2026-07-25T09:30:00.000Z""#;

#[test]
fn no_comments_and_unknown_keys_are_fine() {
    let (read, found) = codes(&format!("{{{HEAD},\"pass\":\"final\",\"comments\":[],\"later\":{{}}}}"));
    assert_eq!((read.unwrap().comments.len(), found.len()), (0, 0));
}

#[test]
fn missing_keys_are_errors_and_the_rest_is_read() {
    let (read, found) = codes(r#"{"comments":[{"target_kind":"cut","target_id":"1","title":"t"}, 7]}"#);
    assert_eq!(found, ["missing-key", "missing-key", "missing-key", "missing-key", "wrong-type"]);
    let read = read.unwrap();
    assert_eq!((read.comments.len(), read.comments[0].target_id.as_str()), (2, "1"));
}

#[test]
fn a_newer_version_is_named_and_not_guessed_at() {
    let (read, found) = codes(r#"{"version":1,"pass":"scaffold","comments":[{}]}"#);
    assert_eq!(found, ["newer"]);
    assert_eq!(read.map(|r| (r.version, r.comments.len())), Some((1, 0)));
}

#[test]
fn a_version_beyond_the_type_is_newer() {
    let (read, found) = codes(r#"{"version":1e40,"comments":[{}]}"#);
    assert_eq!((read.map(|read| (read.version, read.is_listed)), found), (Some((i64::MAX, false)), vec!["newer"]));
}

#[test]
fn how_many_comments_there_are_is_known_of_an_array_only() {
    for (comments, listed) in [("[]", true), ("[{}]", true), ("7", false), ("null", false), ("{}", false)] {
        let (read, _) = codes(&format!(r#"{{"version":0,"comments":{comments}}}"#));
        assert_eq!(read.map(|read| read.is_listed), Some(listed), "{comments}");
    }
    assert_eq!(codes("{}").0.map(|read| read.is_listed), Some(false));
}

#[test]
fn no_json_and_no_object_are_nothing() {
    assert_eq!(codes("[]"), (None, vec!["wrong-type"]));
    assert_eq!(codes("{"), (None, vec!["truncated"]));
    assert_eq!(codes(""), (None, vec!["empty-file"]));
}

fn one(pass: &str, kind: &str, id: &str, text: &str) -> Vec<&'static str> {
    let comment = format!(r#"{{"target_kind":"{kind}","target_id":"{id}","title":"t","text":"{text}"}}"#);
    codes(&format!("{{{HEAD},\"pass\":\"{pass}\",\"comments\":[{comment}]}}")).1
}

#[test]
fn slot_is_retired() {
    assert_eq!(one("scaffold", "slot", "s-demo", "x"), ["slot-retired"]);
}

#[test]
fn kinds_and_passes_are_the_words_of_the_contract() {
    assert_eq!(one("scaffold", "item", "a", "x"), ["unknown-word"]);
    assert_eq!(one("draft", "clip", "a", "x"), ["unknown-word"]);
    assert_eq!(one("final", "clip", "a", "x"), ["kind-of-another-pass"]);
}

#[test]
fn shots_and_cuts_are_named_by_index() {
    assert_eq!(one("structure", "shot", "s-hook", "x"), ["index-not-digits"]);
    assert_eq!(one("final", "cut", "01", "x"), ["index-not-digits"]);
    assert!(one("final", "cut", "10", "x").is_empty());
}

#[test]
fn empty_texts_are_refused() {
    assert_eq!(one("scaffold", "clip", "a", "\u{3000}\u{feff}"), ["empty-text"]);
}

#[test]
fn the_time_must_be_one() {
    let text = r#"{"version":0,"pass":"final","submitted_at":"yesterday","comments":[]}"#;
    assert_eq!(codes(text).1, ["not-a-time"]);
}

#[test]
fn an_item_may_be_named_by_any_id_that_is_not_empty() {
    assert!(one("scaffold", "clip", " ", "x").is_empty());
    assert_eq!(one("scaffold", "clip", "", "x"), ["empty-text"]);
    assert_eq!(one("structure", "shot", " ", "x"), ["index-not-digits"]);
}
