import Foundation
import Networking
import Primitives

extension FileCredentialStorage {
    /// The credential of an OAuth 2 profile, in `dataDirectory`'s folder of profiles.
    static func profile(
        _ name: String, beginningWith first: Secret<String>, in dataDirectory: URL
    ) throws(Failure) -> FileCredentialStorage {
        guard name.allSatisfy({ $0.isLetter || $0.isNumber || $0 == "-" || $0 == "_" }), !name.isEmpty else {
            throw Failure("A profile's name is made of letters, digits, - and _.", .settings)
        }
        let folder = dataDirectory.appending(path: "profiles")
        do {
            try FileManager.default.createDirectory(
                at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        } catch {
            throw Failure("The data folder \(dataDirectory.path) can't be written to.", .storage)
        }
        return FileCredentialStorage(file: folder.appending(path: "\(name).json"), beginningWith: first)
    }
}
