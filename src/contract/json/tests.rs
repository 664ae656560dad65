use std::path::Path;

use proptest::prelude::*;

use super::*;

fn parse(text: &str) -> Document {
    Document::parse(Path::new("x.json"), text.as_bytes()).expect("good JSON").0
}

fn refused(bytes: &[u8]) -> crate::contract::finding::Finding {
    *Document::parse(Path::new("x.json"), bytes).expect_err("refused")
}

#[test]
fn values_keep_their_text_and_offset() {
    let doc = parse(" {\"a\": [1, 2.50, \"x\\\"]\"], \"b\" :{\"c\":null}}\n");
    let a = doc.root().get("a").unwrap();
    let texts: Vec<_> = a.array().unwrap().iter().map(|n| n.text()).collect();
    assert_eq!(texts, ["1", "2.50", "\"x\\\"]\""]);
    assert_eq!(doc.root().get("b").unwrap().get("c").unwrap().kind(), Kind::Null);
    assert_eq!(a.slice().as_str(), a.text());
    assert_eq!(a.offset(), 7);
}

#[test]
fn columns_count_characters() {
    let doc = parse("{\n  \"あ𠮷\": 1, \"b\": 2\n}");
    let place = doc.root().get("b").unwrap().place();
    assert_eq!((place.line, place.column), (2, 17));
}

#[test]
fn places_are_right_far_into_long_lines() {
    let long = format!("[\"{}\",\n\"{}\", 7]", "あ".repeat(5000), "x".repeat(9000));
    let doc = parse(&long);
    let seven = *doc.root().array().unwrap().last().unwrap();
    assert_eq!((seven.place().line, seven.place().column), (2, 9005));
}

#[test]
fn syntax_errors_have_place_found_and_expected() {
    let bad = refused("{\n \"あ\": 1,\n \"b\" 2}".as_bytes());
    assert_eq!(bad.code, "syntax");
    assert_eq!(bad.place.map(|p| (p.line, p.column)), Some((3, 6)));
    assert_eq!(bad.found.as_deref(), Some("2"));
    assert_eq!(bad.expected.as_deref(), Some("expected.colon"));
    assert_eq!(refused(b"[1,]").expected.as_deref(), Some("expected.no-trailing-comma"));
    assert_eq!(refused(b"[NaN]").code, "syntax");
    assert_eq!(refused(b"[\"a\nb\"]").found.as_deref(), Some("U+000A"));
    assert_eq!(refused(b"[1]\0").expected.as_deref(), Some("expected.end"));
}

#[test]
fn truncated_and_empty_files() {
    let bad = refused("{\"a\": [\"あ\",\n".as_bytes());
    assert_eq!((bad.code, bad.place.map(|p| (p.line, p.column))), ("truncated", Some((1, 12))));
    assert_eq!(refused(b"").code, "empty-file");
    assert_eq!(refused(b" \n ").code, "empty-file");
}

#[test]
fn byte_order_mark_is_a_warning() {
    let (doc, findings) = Document::parse(Path::new("x"), "\u{feff}{\"a\":1}".as_bytes()).unwrap();
    assert_eq!(findings.iter().map(|f| f.code).collect::<Vec<_>>(), ["byte-order-mark"]);
    assert_eq!(doc.root().get("a").unwrap().integer(), Some(1));
}

#[test]
fn invalid_utf8_names_its_byte() {
    let bad = refused(b"{\"a\":\n \"\xff\"}");
    assert_eq!(bad.code, "invalid-utf8");
    assert_eq!(bad.place.map(|p| (p.line, p.column)), Some((2, 3)));
    assert_eq!(bad.args, [("byte", "9".to_owned())]);
    assert_eq!(bad.found.as_deref(), Some("0xFF"));
}

#[test]
fn nesting_up_to_128_levels() {
    let nested = |n: usize| format!("{}{}", "[".repeat(n), "]".repeat(n));
    assert!(Document::parse(Path::new("x"), nested(MAX_DEPTH).as_bytes()).is_ok());
    assert_eq!(refused(nested(MAX_DEPTH + 1).as_bytes()).code, "too-deep");
    assert_eq!(refused(nested(1_000_000).as_bytes()).code, "too-deep");
    assert_eq!(refused("{\"a\":".repeat(500_000).as_bytes()).code, "truncated");
}

#[test]
fn too_large_is_refused() {
    let bytes = vec![b' '; usize::try_from(MAX_BYTES).unwrap() + 1];
    assert_eq!(refused(&bytes).code, "too-large");
}

#[test]
fn numbers_by_value() {
    let doc = parse("[1, 1.0, 1e0, 1.5, 1e999, -0, 9007199254740993, 1e19, \"1\"]");
    let whole: Vec<_> = doc.root().array().unwrap().iter().map(Node::integer).collect();
    assert_eq!(whole, [Some(1), Some(1), Some(1), None, None, Some(0), Some(9_007_199_254_740_993), None, None]);
    assert_eq!(doc.root().array().unwrap()[4].number(), None);
}

#[test]
fn lone_surrogates_are_tolerated() {
    let doc = parse(r#"["\ud83d\ude00", "\ud83d", "\ude00x", "\ud83d\u0041", "\ud83d\ud83d\ude00", "\u0000"]"#);
    let texts: Vec<_> = doc.root().array().unwrap().iter().map(|n| n.string().unwrap()).collect();
    assert_eq!(texts, ["😀", "\u{fffd}", "\u{fffd}x", "\u{fffd}A", "\u{fffd}😀", "\0"]);
}

#[test]
fn of_duplicate_keys_the_last_counts() {
    let doc = parse("{\"a\":1,\"a\":2}");
    assert_eq!(doc.root().get("a").unwrap().integer(), Some(2));
    assert_eq!(doc.root().object().unwrap().len(), 2);
}

#[test]
fn canonical_compares_values() {
    let same = [
        ("{\"a\":1,\"b\":[1.50, \"\\u3042\"]}", "{ \"b\":[15e-1,\"あ\"], \"a\":1.0 }"),
        ("{\"a\":1,\"a\":2}", "{\"a\":2}"),
        ("-0.0", "0"),
        ("100", "1E+2"),
    ];
    for (a, b) in same {
        assert_eq!(canonical(a), canonical(b), "{a} {b}");
    }
    for (a, b) in [("1", "\"1\""), ("[1,2]", "[2,1]"), ("0.1", "0.10000000000000000001"), ("null", "false")] {
        assert_ne!(canonical(a), canonical(b), "{a} {b}");
    }
}

#[test]
fn canonical_leaves_a_member_out() {
    let but = |text| canonical_but(text, "id");
    assert_eq!(but(r#"{"id":"a","b":1.0,"c":{"id":2}}"#), but(r#"{"c":{"id":2},"b":1}"#));
    assert_ne!(but(r#"{"id":"a","b":1}"#), but(r#"{"id":"a","b":2}"#));
    assert_eq!(but(" {} "), Some("{}".to_owned()));
    assert_eq!(but("[1]"), None);
}

#[test]
fn canonical_stands_deep_nesting() {
    let deep = "[".repeat(300_000) + &"]".repeat(300_000);
    assert!(!canonical(&deep).is_empty());
    assert!(canonical("{\"a\": [").contains('a'));
}

#[test]
fn compact_keeps_strings() {
    assert_eq!(compact("{ \"a\" : [ 1.50,\n \"x , \\\" y\" ] }"), "{\"a\": [1.50, \"x , \\\" y\"]}");
}

fn json() -> impl Strategy<Value = serde_json::Value> {
    let leaf = prop_oneof![
        Just(serde_json::Value::Null),
        any::<bool>().prop_map(Into::into),
        any::<i64>().prop_map(Into::into),
        any::<i32>().prop_map(|n| (f64::from(n) / 8.0).into()),
        any::<String>().prop_map(Into::into),
    ];
    leaf.prop_recursive(5, 60, 8, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..8).prop_map(Into::into),
            prop::collection::vec((any::<String>(), inner), 0..8)
                .prop_map(|m| serde_json::Value::Object(m.into_iter().collect())),
        ]
    })
}

fn back(node: Node) -> serde_json::Value {
    match node.kind() {
        Kind::Array => node.array().unwrap().into_iter().map(back).collect(),
        Kind::Object => serde_json::Value::Object(
            node.object().unwrap().into_iter().map(|(k, v)| (k.into_owned(), back(v))).collect(),
        ),
        Kind::String => node.string().unwrap().into_owned().into(),
        _ => serde_json::from_str(node.text()).unwrap(),
    }
}

proptest! {
    #[test]
    fn reading_gives_what_was_written(value in json()) {
        for text in [value.to_string(), serde_json::to_string_pretty(&value).unwrap()] {
            prop_assert_eq!(back(parse(&text).root()), value.clone());
        }
        prop_assert_eq!(canonical(&value.to_string()), canonical(&serde_json::to_string_pretty(&value).unwrap()));
    }

    #[test]
    fn nothing_panics(text in "[\\[\\]{}\",:\\\\u0-9a-f\\-e. \nあ]{0,60}") {
        let _ = Document::parse(Path::new("x"), text.as_bytes());
        let _ = canonical(&text);
        let _ = compact(&text);
    }
}

#[test]
fn half_a_character_is_a_warning_at_its_place() {
    let found = |text: &str| {
        let (_, findings) = Document::parse(Path::new("x"), text.as_bytes()).unwrap();
        findings.first().map(|f| (f.code, f.place.map(|p| p.column), f.found.clone()))
    };
    let lone = |column, escape: &str| Some(("lone-surrogate", Some(column), Some(escape.to_owned())));
    assert_eq!(found(r#"["\ud83d\ude00", "\\ud83d", "\u3042"]"#), None);
    assert_eq!(found(r#"["\ud83d\ude00\ude00"]"#), lone(15, r"\ude00"));
    assert_eq!(found(r#"["a\uD83Db"]"#), lone(4, r"\uD83D"));
    assert_eq!(found(r#"["\\\ud83d"]"#), lone(5, r"\ud83d"));
    assert_eq!(found(r#"["\ud83d\n"]"#), lone(3, r"\ud83d"));
}

#[test]
fn a_file_cut_anywhere_ends_too_early() {
    let text = r#"{"a": [-1.5e+10, -2.5E-3, true, false, null, "\ud83d\u0041\n", {"b": {}}], "c": -0.25}"#;
    for end in 1..text.len() {
        assert_eq!(refused(&text.as_bytes()[..end]).code, "truncated", "the first {end} bytes");
    }
    for wrong in ["[1.]", "[1.\n", "[-x", "[.", "[1.x"] {
        assert_eq!(refused(wrong.as_bytes()).code, "syntax", "{wrong}");
    }
}
