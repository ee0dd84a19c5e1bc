import Models
import Primitives

// The sentences that services share. Docs/localisation.md lists the keys.
extension Explanation {
    static var cancelledOperation: Explanation { Explanation("service.cancelled", "The operation was cancelled.") }

    static var notSignedIn: Explanation {
        Explanation("service.signedOut", "You are not signed in. Sign in first.")
    }

    static var forbiddenForAccount: Explanation {
        Explanation("service.forbidden", "Your account is not allowed to do this.")
    }

    static var notFound: Explanation {
        Explanation("service.notFound", "Not found, or you don't have access.")
    }

    static func invalid(_ values: [InvalidValue]) -> Explanation {
        Explanation("service.invalid", "%1$@", values.map(\.description).joined(separator: " "))
    }
}
