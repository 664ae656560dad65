//! `planboard skill`: the text that teaches an agent the loop.

use crate::cli::context::Context;
use crate::cli::failure::Failure;

const SKILL: &str = include_str!("../../assets/skill/SKILL.md");

/// Prints the skill.
///
/// # Errors
/// None; stdout is looked at at the end.
pub fn run(context: &mut Context) -> Result<u8, Failure> {
    SKILL.lines().for_each(|line| context.out.line(line));
    Ok(0)
}
