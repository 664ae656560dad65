//! The command planboard: arguments in, exit code out.

use std::process::ExitCode;

fn main() -> ExitCode {
    ExitCode::from(planboard::cli::run(std::env::args_os()))
}
