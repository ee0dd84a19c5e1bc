import Networking
import Primitives
import Synchronization

/// Limits a librarian's requests for loans per day: an interceptor with an event and a failure of its own.
final class LoanLimit: Interceptor {
    private let left: Mutex<Int>

    init(_ count: Int) {
        left = Mutex(count)
    }

    func intercept(_ call: Call, next: Next) async throws(NetworkError) -> ServerResponse {
        guard call.context.operation == "overdueLoans()" else { return try await next(call) }
        let left = left.withLock { left in
            left -= 1
            return left
        }
        guard left >= 0 else {
            throw call.context.error(.custom(AnyCustomFailure(LoanFailure.usedUp)), call.request)
        }
        call.context.report(.custom(AnyCustomEvent(LoanEvent(left: left))))
        return try await next(call)
    }
}

/// How many requests for loans remain.
struct LoanEvent: CustomEvent {
    let left: Int
    var name: String { "loans" }
    var fields: [String: String] { ["left": "\(left)"] }
    var message: String { "\(left) questions left today" }
}

/// Too many requests for loans.
enum LoanFailure: CustomFailure {
    case usedUp
    var name: String { "loans" }
    var isRetryable: Bool { false }
    var localizableUserMessage: UserMessage { UserMessage("loans.usedUp", "You have asked often enough today.") }
}
