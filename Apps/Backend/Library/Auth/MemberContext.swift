import Hummingbird

/// The context of routes that require a valid access token. It cannot be created without one, so a handler that takes
/// this type is protected.
struct MemberContext: ChildRequestContext {
    var coreContext: CoreRequestContextStorage
    let caller: Caller

    init(context: BackendRequestContext) throws {
        guard let caller = context.caller else { throw Problem.missingToken }
        coreContext = context.coreContext
        self.caller = caller
    }
}
