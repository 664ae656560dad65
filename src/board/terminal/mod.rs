//! The terminal itself: taking it, giving it back exactly as it was, writing frames, signals, colours.
//!
//! - [`device`]: which terminal is read and written.
//! - [`guard`]: raw mode and the alternate screen, restored at exit, on a panic and for other programs.
//! - [`output`]: the writer of frames.
//! - [`signals`]: the thread that turns signals into messages.
//! - [`tmux`]: sequences for the terminal around tmux.
//! - [`colors`]: how many colours, and whether the background is dark.

pub mod colors;
pub mod device;
pub mod guard;
pub mod output;
pub mod signals;
pub mod tmux;

pub use colors::{Brightness, ColorDepth};
pub use device::{TerminalError, input_device, output_device};
pub use guard::{Guard, lost_to_panic};
pub use output::Output;
pub use signals::{Signal, Signals};
