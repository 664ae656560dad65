//! Options that take one of a few words: shells complete them, and a wrong one is refused with those there are.

use std::ffi::OsStr;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::error::ErrorKind;
use clap::{Arg, Command, Error};

/// Reads one of these words; `read` may know other spellings of them.
#[derive(Debug, Clone, Copy)]
pub(super) struct Words<T, const N: usize> {
    pub(super) words: [&'static str; N],
    pub(super) read: fn(&str) -> Option<T>,
}

impl<T: Clone + Send + Sync + 'static, const N: usize> TypedValueParser for Words<T, N> {
    type Value = T;

    fn parse_ref(&self, command: &Command, arg: Option<&Arg>, value: &OsStr) -> Result<T, Error> {
        if let Some(read) = value.to_str().and_then(self.read) {
            return Ok(read);
        }
        let refused = PossibleValuesParser::new(self.words).parse_ref(command, arg, value);
        Err(refused.err().unwrap_or_else(|| Error::new(ErrorKind::InvalidValue)))
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(self.words.into_iter().map(PossibleValue::new)))
    }
}
