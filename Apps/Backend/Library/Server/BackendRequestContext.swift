import Hummingbird

/// What is known of a request before anybody has asked who sent it.
struct BackendRequestContext: RequestContext {
    var coreContext: CoreRequestContextStorage
    /// Set by the outermost middleware; every answer carries it.
    var requestID = ""
    /// Set by ``BearerMiddleware`` on routes that need one.
    var caller: Caller?

    init(source: ApplicationRequestContextSource) {
        coreContext = CoreRequestContextStorage(source: source)
    }
}
