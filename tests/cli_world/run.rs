//! What a command said, and what is expected of it.

use std::process::Output;

use serde_json::Value;

/// What a command said.
pub struct Run {
    pub code: Option<i32>,
    pub out: String,
    pub err: String,
}

impl Run {
    pub fn of(output: Output) -> Run {
        let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
        Run { code: output.status.code(), out: text(output.stdout), err: text(output.stderr) }
    }

    #[track_caller]
    pub fn ok(self) -> Run {
        assert_eq!(self.code, Some(0), "{}\n{}", self.out, self.err);
        self
    }

    #[track_caller]
    pub fn fails(self, code: i32) -> Run {
        assert_eq!(self.code, Some(code), "{}\n{}", self.out, self.err);
        self
    }

    #[track_caller]
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.out).unwrap_or_else(|e| panic!("{e}: {}", self.out))
    }
}
