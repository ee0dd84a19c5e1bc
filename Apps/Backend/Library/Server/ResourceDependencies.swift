import Foundation
import GRDB

/// The dependencies of all resources. Each resource takes those that it needs.
struct ResourceDependencies: Sendable {
    let configuration: BackendConfiguration
    let database: DatabasePool
    let sessions: SessionStore
    let passwords: PasswordHasher
    let links: Links
    let users: UserStore
    let bodies: JSONBodyReader
    let graphQLFaults: GraphQLFaults  // feature: Reviews

    var limits: BackendLimits { configuration.limits }
    var now: @Sendable () -> Date { configuration.now }

    init(
        _ configuration: BackendConfiguration, database: DatabasePool, sessions: SessionStore,
        passwords: PasswordHasher, links: Links
    ) {
        self.configuration = configuration
        self.database = database
        self.sessions = sessions
        self.passwords = passwords
        self.links = links
        users = UserStore(database: database, now: configuration.now)
        bodies = JSONBodyReader(limit: configuration.limits.jsonBody)
        graphQLFaults = GraphQLFaults(bodies: bodies)  // feature: Reviews
    }
}
