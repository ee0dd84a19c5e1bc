public import Networking
public import Primitives
import Synchronization

/// A fake of `CredentialStorage` in memory. Two credential providers on one such storage behave like two processes on
/// one store.
public final class InMemoryCredentialStorage: CredentialStorage {
    private let state: Mutex<BearerCredential?>

    /// - Parameter credential: the credential that an earlier login stored; `nil` for none.
    public init(_ credential: BearerCredential? = .fixture()) {
        state = Mutex(credential)
    }

    /// The stored credential.
    public var stored: BearerCredential? { state.withLock { $0 } }

    /// Stores `credential` without a check, as another process does at a refresh, login or logout.
    public func replace(with credential: BearerCredential?) {
        state.withLock { $0 = credential }
    }

    public func load() async throws(CredentialStorageError) -> BearerCredential? { stored }

    public func save(
        _ credential: BearerCredential, replacing old: Secret<String>
    ) async throws(CredentialStorageError) -> Bool {
        let isStored: Bool? = state.withLock { state in
            guard let stored = state else { return nil }
            guard stored.token == old else { return false }
            state = credential
            return true
        }
        guard let isStored else { throw CredentialStorageError(reason: "The user logged out during the refresh.") }
        return isStored
    }

    public func clear(ifStill token: Secret<String>) async throws(CredentialStorageError) -> BearerCredential? {
        state.withLock { state in
            if state?.token == token { state = nil }
            return state
        }
    }
}

/// A mock of `CredentialStorage`: returns the responses that a test sets up and records each call. A call without a
/// response throws a `CredentialStorageError` with the text of an ``UnexpectedCall``.
public final class MockCredentialStorage: CredentialStorage {
    /// One call with its argument, which prints redacted.
    public enum Call: Sendable, Equatable {
        case load
        case reserveSpace
        case save(BearerCredential)
        case clear(ifStill: Secret<String>)
    }

    private let loadResponse: MockResponse<Void, BearerCredential?, CredentialStorageError>?
    private let reserveResponse: MockResponse<Void, Void, CredentialStorageError>
    private let saveResponse: MockResponse<(BearerCredential, Secret<String>), Bool, CredentialStorageError>?
    private let clearResponse: MockResponse<Secret<String>, BearerCredential?, CredentialStorageError>?
    private let recorder: MockRecorder<Call>

    /// - Parameters:
    ///   - base: responds to the calls that have no response of their own.
    ///   - reserveSpace: by default there is space.
    public init(
        over base: (any CredentialStorage)? = nil,
        load: MockResponse<Void, BearerCredential?, CredentialStorageError>? = nil,
        reserveSpace: MockResponse<Void, Void, CredentialStorageError>? = nil,
        save: MockResponse<(BearerCredential, Secret<String>), Bool, CredentialStorageError>? = nil,
        clear: MockResponse<Secret<String>, BearerCredential?, CredentialStorageError>? = nil,
        file: String = #fileID, line: Int = #line
    ) {
        loadResponse = .of(load, base) { base, _ throws(CredentialStorageError) in try await base.load() }
        reserveResponse =
            .of(reserveSpace, base) { base, _ throws(CredentialStorageError) in try await base.reserveSpace() }
            ?? .success
        saveResponse = .of(save, base) { base, call throws(CredentialStorageError) in
            try await base.save(call.0, replacing: call.1)
        }
        clearResponse = .of(clear, base) { base, call throws(CredentialStorageError) in
            try await base.clear(ifStill: call)
        }
        recorder = MockRecorder("CredentialStorage", file: file, line: line)
    }

    /// The calls so far, in order, failed ones included.
    public var calls: [Call] { recorder.calls }

    public func load() async throws(CredentialStorageError) -> BearerCredential? {
        try await recorder.respond(to: .load, (), with: loadResponse)
    }

    public func reserveSpace() async throws(CredentialStorageError) {
        try await recorder.respond(to: .reserveSpace, (), with: reserveResponse)
    }

    public func save(
        _ credential: BearerCredential, replacing old: Secret<String>
    ) async throws(CredentialStorageError) -> Bool {
        try await recorder.respond(to: .save(credential), (credential, old), with: saveResponse)
    }

    public func clear(ifStill token: Secret<String>) async throws(CredentialStorageError) -> BearerCredential? {
        try await recorder.respond(to: .clear(ifStill: token), token, with: clearResponse)
    }
}

/// A mock of `CredentialRefreshing`: records the credential of each call and returns the responses that a test sets
/// up, in their order. A call for which no response is left throws `TransportError.other(reason:)` with the text of
/// an ``UnexpectedCall``.
public final class MockCredentialRefresher: CredentialRefreshing {
    private let gate: Gate
    private let origin: DoubleOrigin
    private let state: Mutex<State>

    private struct State {
        var responses: ArraySlice<Result<BearerCredential, NetworkError>>
        var calls: [BearerCredential] = []
    }

    /// Creates a mock that returns `responses`, one for each call. Without responses, every call is unexpected.
    ///
    /// - Parameters:
    ///   - responses: one for each call, in order.
    ///   - gate: each call waits here after it is recorded and before the response.
    public init(
        _ responses: [Result<BearerCredential, NetworkError>] = [], gate: Gate = Gate(isOpen: true),
        file: String = #fileID, line: Int = #line
    ) {
        state = Mutex(State(responses: responses[...]))
        self.gate = gate
        origin = DoubleOrigin(file: file, line: line)
    }

    /// Creates a mock whose first call returns `credential`. Any further call is unexpected.
    public convenience init(
        _ credential: BearerCredential, gate: Gate = Gate(isOpen: true), file: String = #fileID, line: Int = #line
    ) {
        self.init([.success(credential)], gate: gate, file: file, line: line)
    }

    /// The credentials of the calls so far, in order.
    public var calls: [BearerCredential] { state.withLock { $0.calls } }

    public func refresh(_ credential: BearerCredential) async throws(NetworkError) -> BearerCredential {
        let response = state.withLock { state in
            state.calls.append(credential)
            return state.responses.popFirst()
        }
        await gate.pass()
        // A request ends like this if its task was cancelled meanwhile.
        if Task.isCancelled { throw .fixture(.cancelled) }
        guard let response else {
            let call = origin.unexpectedCall("CredentialRefreshing.refresh(_:)")
            throw .fixture(.transport(.other(reason: call.description)))
        }
        return try response.get()
    }
}
