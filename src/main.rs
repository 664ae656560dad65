//! The command planboard: arguments in, exit code out.

fn main() {}
