//! `planboard comments list`.

use serde_json::json;

use crate::cli::args::List;
use crate::cli::comments::holding::check_readable;
use crate::cli::comments::objections::say_objecting;
use crate::cli::context::{Context, Opened, os_variable};
use crate::cli::failure::Failure;
use crate::cli::findings;
use crate::cli::lookup;
use crate::cli::status::pass_name;
use crate::cli::work::Work;
use crate::contract::plan_comments::Pass;
use crate::project::store::Store;
use crate::review::draft::{AnchorState, Draft, DraftComment};
use crate::text::clean;

/// Lists the drafts.
///
/// # Errors
/// No project there, or a draft that cannot be read.
pub fn list(context: &mut Context, args: &List) -> Result<u8, Failure> {
    let opened = context.open(args.at.path.as_deref(), None)?;
    let work = Work::peek(&opened);
    let asked = args.pass;
    let passes = asked.map_or_else(|| Pass::ALL.to_vec(), |pass| vec![pass]);
    if let Some(store) = Store::peek(&opened.project.plan_dir, &os_variable) {
        check_readable(context, &store, &opened, &passes)?;
    }
    let drafts: Vec<&Draft> = work.drafts().filter(|draft| asked.is_none_or(|pass| draft.pass == pass)).collect();
    for pass in passes.into_iter().filter(|pass| asked.is_some() || drafts.iter().any(|draft| draft.pass == *pass)) {
        let (plan, locale) = (&opened.loaded.plan, opened.locale);
        if plan.pass(pass).unavailable.is_some() {
            let (what, _) = lookup::not_available(locale, plan.pass(pass), pass).words(locale);
            context.out.talk(&clean::line(&what));
            findings::say_faults(&mut context.out, locale, plan, &[pass]);
        }
    }
    if args.json {
        let comment = |c: &&DraftComment| {
            let state = state(c.anchor.state);
            let mut value = json!({"target_id": c.anchor.id, "title": c.anchor.title, "text": c.text, "state": state});
            say_objecting(&mut value, c.objecting.as_ref());
            value
        };
        let draft = |draft: &&Draft| {
            let comments: Vec<_> = in_order(draft, &opened).iter().map(comment).collect();
            let unfinished = draft.unfinished.len();
            json!({"pass": draft.pass, "comments": comments, "unfinished": unfinished, "overall": draft.overall})
        };
        context.out.json(&json!({"drafts": drafts.iter().map(draft).collect::<Vec<_>>()}));
        return Ok(0);
    }
    let locale = opened.locale;
    if drafts.is_empty() {
        context.out.talk(locale.word("cli.comments.none"));
    }
    for draft in drafts {
        let n = draft.comments.len().to_string();
        context.out.line(&locale.say("cli.comments.head", &[("pass", pass_name(locale, draft.pass)), ("n", &n)]));
        for comment in in_order(draft, &opened) {
            let mark = match comment.anchor.state {
                AnchorState::Kept => String::new(),
                AnchorState::Moved => format!("  ({})", locale.word("cli.comments.moved")),
                AnchorState::Gone => format!("  ({})", locale.word("cli.comments.gone")),
            };
            let objecting = comment.objecting.as_ref().map(|objecting| match &objecting.rule {
                Some(rule) => format!("  [{}, {rule}]", objecting.lens.as_str()),
                None => format!("  [{}]", objecting.lens.as_str()),
            });
            let name = lookup::anchor_name(&comment.anchor);
            let head = format!("  {name}{}{mark}", objecting.unwrap_or_default());
            context.out.line(&clean::line(&head));
            for line in clean::block(&comment.text).lines() {
                context.out.line(&format!("      {line}"));
            }
        }
        if !draft.unfinished.is_empty() {
            context.out.line(&format!("  {}", locale.count("cli.comments.unfinished", draft.unfinished.len())));
        }
        if !draft.overall.is_empty() {
            let said = locale.say("cli.comments.overall", &[("text", &draft.overall)]);
            context.out.line(&format!("  {}", clean::line(&said)));
        }
    }
    Ok(0)
}

/// The comments in timeline order; those whose target is gone come last.
fn in_order<'a>(draft: &'a Draft, opened: &Opened) -> Vec<&'a DraftComment> {
    let view = opened.loaded.plan.pass(draft.pass);
    let mut comments: Vec<&DraftComment> = draft.comments.iter().collect();
    comments.sort_by_key(|comment| match comment.anchor.state {
        AnchorState::Gone => usize::MAX,
        AnchorState::Kept | AnchorState::Moved => view.by_id.get(&comment.anchor.id).copied().unwrap_or(usize::MAX),
    });
    comments
}

fn state(state: AnchorState) -> &'static str {
    match state {
        AnchorState::Kept => "kept",
        AnchorState::Moved => "moved",
        AnchorState::Gone => "gone",
    }
}
