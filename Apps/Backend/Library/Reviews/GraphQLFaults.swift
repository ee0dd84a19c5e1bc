/// The fault switches of GraphQL. The route applies them itself, because they change parts of its responses.
struct GraphQLFaults: Sendable {
    let averageStars: AverageStars
    let unauthenticatedStatus: UnauthenticatedStatus

    init(bodies: JSONBodyReader) {
        averageStars = AverageStars(fault: ArmedFault(bodies: bodies))
        unauthenticatedStatus = UnauthenticatedStatus(fault: ArmedFault(bodies: bodies))
    }

    /// `POST /faults/graphql-average-stars`: `Book.averageStars` fails with the code `UPSTREAM`, so that the response is
    /// partial. Requests that don't select it are not counted.
    struct AverageStars: ArmedSwitch {
        struct Settings: FaultSettings {
            static let name = "graphql-average-stars"

            init(_ form: inout FaultForm) {}
        }

        let fault: ArmedFault<Settings>
    }

    /// `POST /faults/graphql-401`: a response with an `UNAUTHENTICATED` error has the status 401 instead of 200.
    struct UnauthenticatedStatus: ArmedSwitch {
        struct Settings: FaultSettings {
            static let name = "graphql-401"

            init(_ form: inout FaultForm) {}
        }

        let fault: ArmedFault<Settings>
    }
}
