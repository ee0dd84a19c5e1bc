import Composition
import Foundation
import Networking
import Primitives

extension FileCredentialStorage {
    /// The credential storage of an OAuth 2 profile, in the `profiles` folder of `dataDirectory`.
    static func profile(
        _ name: String, beginningWith first: Secret<String>, in dataDirectory: URL
    ) throws(Failure) -> FileCredentialStorage {
        guard name.allSatisfy({ $0.isLetter || $0.isNumber || $0 == "-" || $0 == "_" }), !name.isEmpty else {
            throw Failure("The profile name \(name) is not valid. Use letters, digits, - and _.", .settings)
        }
        do {
            return try .file("profiles/\(name).json", in: dataDirectory, beginningWith: first)
        } catch {
            throw Failure(
                "Cannot write to the data folder \(dataDirectory.path). Make it writable, or use another --data-dir.",
                .storage)
        }
    }
}
