import GraphQL
import Networking
import Primitives

/// The operation of `strata graphql`.
struct GraphQLCall: SessionUse {
    let document: String
    let name: String?
    let variables: JSONValue?
    let target: TypedTarget
    let output: GraphQLOutput
    /// How many times in a row a subscription reconnects without receiving anything.
    let reconnects: Int

    func run<Access>(with session: Session<Access>, of partition: CredentialPartition) async throws {
        let graphQL = GraphQLSession(session, path: EndpointPath(stringLiteral: target.path))
        let operation = GraphQLOperation<Access, GraphQLJSON>(document, name: name, variables: variables)
        guard operation.kind == .subscription else { return try output.show(try await graphQL.execute(operation)) }
        var policy = EventStreamPolicy()
        policy.reconnects = reconnects
        let events = graphQL.subscribe(to: operation, policy: policy)
        try await output.terminal.untilUnread { try await output.show(events) }
    }
}
