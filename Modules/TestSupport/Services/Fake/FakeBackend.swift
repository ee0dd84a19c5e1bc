import Foundation
public import Models
public import Networking
public import Primitives
import Synchronization

/// The backend in memory, as far as services can tell: the state that ``FakeAuthService``, ``FakeUserService`` and
/// ``FakeUploadService`` share, with the real server's rules about who may do what.
///
/// ```swift
/// let backend = try FakeBackend.seeded()
/// let auth = FakeAuthService(backend: backend, sessions: sessions, signIns: signIns, users: users)
/// let account = try await auth.login(Credentials(email: "grace@example.com", password: "nanosecond-wire"))
/// ```
///
/// A test troubles it as networks and operators do: ``cutConnection()``, ``expireAccessTokens()``, ``endSessions()``.
public final class FakeBackend: Sendable {
    /// Where the backend is said to be.
    public let environment: APIEnvironment
    let time: any TimeSource
    let state: Mutex<State>

    /// - Parameter time: by it tokens end and changes are dated.
    public init(people: [FakePerson], environment: APIEnvironment, time: any TimeSource) {
        self.environment = environment
        self.time = time
        state = Mutex(State(people: people))
    }

    struct State {
        var people: [User.ID: FakePerson]
        var sessions: [FakeSession] = []
        var isReachable = true
        private var lastNumber = 0

        init(people: [FakePerson]) {
            self.people = Dictionary(people.map { ($0.user.id, $0) }) { _, last in last }
        }

        /// A number that was not given before, for tokens.
        mutating func nextNumber() -> Int {
            lastNumber += 1
            return lastNumber
        }
    }

    /// Everybody, oldest account first, as lists show them.
    public var users: [User] {
        state.withLock { Self.sorted($0.people.values.map(\.user)) }
    }

    /// From now on nothing answers.
    public func cutConnection() {
        state.withLock { $0.isReachable = false }
    }

    /// Answers again.
    public func restoreConnection() {
        state.withLock { $0.isReachable = true }
    }

    static func sorted(_ users: [User]) -> [User] {
        users.sorted { left, right in
            let (leftDate, rightDate) = (left.createdAt ?? .distantPast, right.createdAt ?? .distantPast)
            return leftDate == rightDate ? left.id.text < right.id.text : leftDate < rightDate
        }
    }

    /// Works on the state as the answer to `request`, or fails as a call does that doesn't get through.
    func response<Value: Sendable>(
        _ request: FakeRequest, _ work: (inout State) throws(NetworkError) -> Value
    ) throws(NetworkError) -> Value {
        guard !Task.isCancelled else { throw request.error(.cancelled) }
        return try state.withLock { state throws(NetworkError) in
            guard state.isReachable else { throw request.error(.transport(.connectionRefused)) }
            return try work(&state)
        }
    }

    func request(_ operation: String, _ method: Networking.RequestMethod, _ path: String) -> FakeRequest {
        FakeRequest(operation: operation, method: method, url: environment.baseURL.absoluteString + "/v2" + path)
    }
}
