public import Foundation
public import Models
public import Primitives

/// Uploads files on behalf of one account.
public protocol UploadService: Sendable {
    /// Uploads an image file and makes it the user's avatar. A file that breaks ``AvatarPolicy`` is refused before any
    /// request is sent.
    ///
    /// - Parameter progress: receives how much of the request has been sent.
    func uploadAvatar(
        _ file: URL, of id: UserID, progress: @escaping @Sendable (UploadProgress) -> Void
    ) async throws(UploadServiceError) -> AvatarReceipt
}

/// Why an operation of an ``UploadService`` failed.
public typealias UploadServiceError = ServiceError<UploadFault>

/// A failure that only an ``UploadService`` has. Each `reason` is one sentence for users.
public enum UploadFault: SpecificFailure, Hashable {
    /// The file breaks a rule of ``AvatarPolicy`` or can't be read.
    case unsuitableFile(reason: String)
    /// The server stored different bytes than the file contains.
    case damagedUpload(reason: String)

    public var localizableUserMessage: UserMessage {
        switch self {
        case .unsuitableFile(let reason): UserMessage("service.unsuitableFile", "%1$@", reason)
        case .damagedUpload(let reason): UserMessage("service.damagedUpload", "%1$@", reason)
        }
    }

    public var kind: ServiceFailure.Kind {
        switch self {
        case .unsuitableFile: .file
        case .damagedUpload: .server
        }
    }
}

/// How much of an upload has been sent.
public struct UploadProgress: Sendable, Hashable {
    /// The bytes sent so far, including the multipart form around the file.
    public let sent: Int64
    /// The bytes to send in total; `nil` if the size is unknown.
    public let total: Int64?

    /// Creates a progress value from its parts.
    public init(sent: Int64, total: Int64?) {
        self.sent = sent
        self.total = total
    }

    /// The part that has been sent, from 0 to 1; `nil` without a total.
    public var fraction: Double? {
        guard let total else { return nil }
        return total > 0 ? min(Double(sent) / Double(total), 1) : 1
    }
}

/// The server's rules for avatar files, checked before an upload so that users don't wait for one that will be refused.
public struct AvatarPolicy: Sendable {
    /// The largest allowed file size in bytes.
    public let maximumSize: Int

    /// - Parameter maximumSize: in bytes. The default is the backend's limit, 5 MiB.
    public init(maximumSize: Int = 5 * 1024 * 1024) {
        self.maximumSize = maximumSize
    }

    /// Checks a file's size and first bytes, but not its name. Throws ``UploadFault/unsuitableFile(reason:)``.
    @concurrent
    public func inspect(_ file: URL) async throws(UploadServiceError) -> (type: ImageType, size: Int) {
        let name = file.lastPathComponent
        let (prefix, size) = try read(file)
        guard size > 0 else { throw .specific(.unsuitableFile(reason: "\(name) is empty.")) }
        guard let type = ImageType(sniffing: prefix) else {
            throw .specific(
                .unsuitableFile(
                    reason: "\(name) is not a picture that can be an avatar. Use a PNG, JPEG, GIF or WebP file."))
        }
        guard size <= maximumSize else {
            throw .specific(
                .unsuitableFile(
                    reason: "\(name) has \(shown(size)); an avatar has at most \(shown(maximumSize))."))
        }
        return (type, size)
    }

    private func read(_ file: URL) throws(UploadServiceError) -> (prefix: Data, size: Int) {
        do {
            // Opening a pipe or a device could block forever, so only regular files and symbolic links to them are
            // read.
            let attributes = try FileManager.default.attributesOfItem(atPath: file.resolvingSymlinksInPath().path)
            guard attributes[.type] as? FileAttributeType == .typeRegular else { throw CocoaError(.fileReadUnknown) }
            let handle = try FileHandle(forReadingFrom: file)
            let prefix = try handle.read(upToCount: ImageType.signatureLength) ?? Data()
            let size = Int(try handle.seekToEnd())
            try handle.close()
            return (prefix, size)
        } catch {
            throw .specific(.unsuitableFile(reason: "There is no readable file \(file.lastPathComponent)."))
        }
    }

    /// The exact number of bytes, because a size in MB would often look the same as the limit.
    private func shown(_ bytes: Int) -> String {
        let style = IntegerFormatStyle<Int>(locale: Locale(identifier: "en_US")).grouping(.automatic)
        return "\(bytes.formatted(style)) bytes"
    }
}
