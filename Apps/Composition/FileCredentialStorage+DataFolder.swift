public import Foundation
public import Networking
public import Primitives

extension FileCredentialStorage {
    /// The storage of a session that begins with a refresh token from settings, in a file below the app's data folder.
    ///
    /// - Parameters:
    ///   - path: the file's path in the data folder, such as `billing.json`. Missing folders are created, accessible to
    ///     their owner only.
    ///   - first: the refresh token from the settings.
    public static func file(
        _ path: String, in dataDirectory: URL, beginningWith first: Secret<String>
    ) throws(CredentialStorageError) -> FileCredentialStorage {
        let file = dataDirectory.appending(path: path)
        do {
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700])
        } catch {
            throw CredentialStorageError(
                reason: "Cannot write to the data folder \(dataDirectory.path). Make it writable.")
        }
        return FileCredentialStorage(file: file, beginningWith: first)
    }
}
