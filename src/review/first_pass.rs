//! Which pass the board shows first.

use crate::contract::plan_comments::Pass;
use crate::review::target::{Plan, PlanKind};

/// The pass asked for, else that of the newest draft, else that of a submission not yet handled, else structure while
/// `structure.confirmed` is not true, else the one edit.json has. The last two give way to what there is.
pub fn first_pass(plan: &Plan, asked: Option<Pass>, newest_draft: Option<Pass>, unhandled: Option<Pass>) -> Pass {
    if let Some(pass) = asked.or(newest_draft).or(unhandled) {
        return pass;
    }
    if plan.kind == PlanKind::Coding {
        return Pass::Coding;
    }
    let there = |pass: Pass| plan.pass(pass).unavailable.is_none();
    let of_edit = [Pass::Scaffold, Pass::Final].into_iter().find(|pass| there(*pass));
    match of_edit {
        Some(pass) if plan.confirmed == Some(true) || !there(Pass::Structure) => pass,
        _ => Pass::Structure,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contract::finding::Phrase;

    fn plan(there: &[Pass], confirmed: Option<bool>) -> Plan {
        let mut plan = Plan { confirmed, ..Plan::default() };
        for (view, pass) in plan.views_mut().zip(Pass::ALL) {
            view.unavailable = (!there.contains(&pass)).then(|| Phrase::new("reason.absent"));
        }
        plan
    }

    fn first(there: &[Pass], confirmed: Option<bool>) -> Pass {
        first_pass(&plan(there, confirmed), None, None, None)
    }

    #[test]
    fn what_was_asked_for_goes_first_then_draft_then_submission() {
        let plan = plan(&Pass::VIDEO, Some(true));
        let (a, b, c) = (Some(Pass::Final), Some(Pass::Scaffold), Some(Pass::Structure));
        assert_eq!(first_pass(&plan, a, b, c), Pass::Final);
        assert_eq!(first_pass(&plan, None, b, c), Pass::Scaffold);
        assert_eq!(first_pass(&plan, None, None, c), Pass::Structure);
    }

    #[test]
    fn structure_until_it_is_confirmed_then_what_edit_has() {
        assert_eq!(first(&[Pass::Structure, Pass::Scaffold], Some(false)), Pass::Structure);
        assert_eq!(first(&[Pass::Structure, Pass::Scaffold], None), Pass::Structure);
        assert_eq!(first(&[Pass::Structure, Pass::Scaffold], Some(true)), Pass::Scaffold);
        assert_eq!(first(&[Pass::Structure, Pass::Final], Some(true)), Pass::Final);
    }

    #[test]
    fn what_is_not_there_gives_way() {
        assert_eq!(first(&[Pass::Structure], Some(true)), Pass::Structure);
        assert_eq!(first(&[Pass::Final], None), Pass::Final);
        assert_eq!(first(&[], None), Pass::Structure);
    }
}
