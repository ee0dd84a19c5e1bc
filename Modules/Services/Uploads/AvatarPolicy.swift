public import Foundation
public import Models

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

    /// Exact, because a size in MB would often look the same as the limit.
    private func shown(_ bytes: Int) -> String {
        let style = IntegerFormatStyle<Int>(locale: Locale(identifier: "en_US")).grouping(.automatic)
        return "\(bytes.formatted(style)) bytes"
    }
}
