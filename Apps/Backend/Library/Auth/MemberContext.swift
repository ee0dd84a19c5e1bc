import Hummingbird

/// The context of routes that need somebody signed in. That a handler takes this type is what protects it: there is
/// no other way to come by one than a good access token.
struct MemberContext: ChildRequestContext {
    var coreContext: CoreRequestContextStorage
    let caller: Caller

    init(context: BackendRequestContext) throws {
        guard let caller = context.caller else { throw Problem.missingToken }
        coreContext = context.coreContext
        self.caller = caller
    }
}
