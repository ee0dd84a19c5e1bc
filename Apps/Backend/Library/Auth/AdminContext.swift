import Hummingbird

/// The context of routes for administrators.
struct AdminContext: ChildRequestContext {
    var coreContext: CoreRequestContextStorage
    let caller: Caller

    init(context: MemberContext) throws {
        guard context.caller.user.role == .admin else { throw Problem.forbidden }
        coreContext = context.coreContext
        caller = context.caller
    }
}
