//! `planboard comments add`.

use serde_json::json;

use crate::cli::args::Add;
use crate::cli::comments::holding::{bytes_of, check_readable, ready, state_failure, take, tidy, who};
use crate::cli::comments::objections::say_objecting;
use crate::cli::context::{Context, os_variable};
use crate::cli::failure::Failure;
use crate::cli::findings;
use crate::cli::lookup;
use crate::cli::status::pass_name;
use crate::cli::stdin;
use crate::contract::plan_comments::Pass;
use crate::project::inbox::Incoming;
use crate::project::store::Store;
use crate::project::write::DiskError;
use crate::review::draft::{Anchor, DraftComment};
use crate::review::history::{Change, History};
use crate::review::objecting::Objecting;
use crate::review::submission::refuse_text;
use crate::text::clean;

/// Adds a comment to the draft; with a board open, to its inbox.
///
/// # Errors
/// The target is not there or not clear, the text is empty, or the state directory cannot be written.
pub fn add(context: &mut Context, args: &Add) -> Result<u8, Failure> {
    let text =
        stdin::text(&args.text).map_err(|problem| Failure::failed("cli.error.stdin", &[("problem", &problem)]))?;
    if refuse_text(&text) {
        return Err(Failure::usage("cli.error.empty-text", &[]));
    }
    let opened = context.open(args.at.path.as_deref(), None)?;
    let (locale, plan) = (opened.locale, &opened.loaded.plan);
    let asked = args.pass.or_else(|| opened.project.named_pass(plan));
    let (pass, target) = lookup::target(plan, locale, &args.target, asked).inspect_err(|_| {
        let passes = asked.map_or_else(|| Pass::ALL.to_vec(), |pass| vec![pass]);
        findings::say_faults(&mut context.out, locale, plan, &passes);
    })?;
    let anchor =
        Anchor::of(target).ok_or_else(|| Failure::failed("cli.error.no-target", &[("target", &args.target)]))?;
    let named = lookup::name(target);
    let objecting = objecting(args, pass)?;
    if opened.loaded.critique.iter().any(|found| found.critique.as_ref().is_some_and(|said| !said.replies.is_empty())) {
        context.out.talk(locale.word("cli.comments.closed"));
    }
    let fail = |error: DiskError| state_failure(locale, &error);
    let store = Store::open(&opened.project.plan_dir, &os_variable).map_err(fail)?;
    let inbox = match take(&store, &opened).map_err(fail)? {
        Ok(_lock) => {
            check_readable(context, &store, &opened, &[pass])?;
            tidy(&store, &opened).map_err(fail)?;
            let mut draft = ready(&store, &opened, pass).map_err(fail)?;
            let comment = DraftComment {
                key: draft.next_key,
                anchor: anchor.clone(),
                text: text.clone(),
                created_at: opened.now,
                objecting: objecting.clone(),
            };
            History::default().apply(&mut draft, Change::Add(comment), opened.now);
            store.save_draft(&mut draft, bytes_of(&opened, pass)).map_err(fail)?;
            context.out.talk(&clean::line(
                &locale.say("cli.comments.added", &[("pass", pass_name(locale, pass)), ("target", &named)]),
            ));
            false
        }
        Err(holder) => {
            let (anchor, text) = (anchor.clone(), text.clone());
            let comment = Incoming { pass, anchor, text, created_at: opened.now, objecting: objecting.clone() };
            store.send(&comment).map_err(fail)?;
            let said = locale.say("cli.comments.inbox", &[("holder", &who(&holder)), ("target", &named)]);
            context.out.talk(&clean::line(&said));
            true
        }
    };
    context.done("cli.error.stdout-added");
    if args.json {
        let (id, title) = (&anchor.id, &anchor.title);
        let mut value = json!({"pass": pass, "target_id": id, "title": title, "text": text, "inbox": inbox});
        say_objecting(&mut value, objecting.as_ref());
        context.out.json(&value);
    }
    Ok(0)
}

/// What an objection says besides its text; `None`: it is a comment on a video plan, which has neither lens nor rule.
fn objecting(args: &Add, pass: Pass) -> Result<Option<Objecting>, Failure> {
    match (pass, args.lens, &args.rule) {
        (Pass::Coding, lens, rule) => {
            Ok(Some(Objecting { lens: lens.unwrap_or(Objecting::default().lens), rule: rule.clone() }))
        }
        (_, None, None) => Ok(None),
        _ => Err(Failure::usage("cli.error.lens-of-video", &[])),
    }
}
