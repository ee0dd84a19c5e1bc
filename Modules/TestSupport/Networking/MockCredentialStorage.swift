public import Networking
public import Primitives

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
        loadResponse =
            load ?? base.map { base in .closure { _ throws(CredentialStorageError) in try await base.load() } }
        reserveResponse =
            reserveSpace
            ?? base.map { base in .closure { _ throws(CredentialStorageError) in try await base.reserveSpace() } }
            ?? .success
        saveResponse =
            save
            ?? base.map { base in
                .closure { call throws(CredentialStorageError) in try await base.save(call.0, replacing: call.1) }
            }
        clearResponse =
            clear
            ?? base.map { base in
                .closure { call throws(CredentialStorageError) in try await base.clear(ifStill: call) }
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
