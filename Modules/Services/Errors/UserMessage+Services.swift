import Models
import Primitives

// The sentences that services share. Docs/howto/other-languages.md lists the keys.
extension UserMessage {
    static var cancelledOperation: UserMessage { UserMessage("service.cancelled", "The operation was cancelled.") }

    static var notLoggedIn: UserMessage {
        UserMessage("service.loggedOut", "You are not logged in. Log in first.")
    }

    static var forbiddenForAccount: UserMessage {
        UserMessage("service.forbidden", "Your account is not allowed to do this.")
    }

    static var notFound: UserMessage {
        UserMessage("service.notFound", "Not found, or you don't have access.")
    }

    static func invalid(_ values: [InvalidValue]) -> UserMessage {
        UserMessage("service.invalid", "%1$@", values.map(\.description).joined(separator: " "))
    }
}
