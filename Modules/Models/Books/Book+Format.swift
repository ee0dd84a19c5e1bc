public import Foundation
import Primitives

extension Book {
    /// One file of a book: its media type and its address, which is often not on the catalog's server.
    public struct Format: Sendable, Hashable {
        /// The media type in the server's spelling, with its parameters, such as `text/plain; charset=us-ascii`.
        public let mediaType: String
        /// An `http` or `https` URL. It often redirects.
        public let url: URL

        /// Creates a format from its parts; `nil` unless `url` is an absolute `http` or `https` URL without a user name.
        public init?(_ mediaType: String, _ url: URL) {
            guard Origin(url) != nil, url.user() == nil, url.password() == nil else { return nil }
            self.mediaType = mediaType
            self.url = url
        }

        init?(_ mediaType: String, address: String) {
            guard let url = URL(string: address) else { return nil }
            self.init(mediaType, url)
        }

        /// The media type without parameters in lower case, such as `text/plain`.
        public var essence: String {
            String(mediaType.prefix { $0 != ";" }).trimmed.lowercased()
        }

        /// The charset in lower case, such as `utf-8`; `nil` if the media type has none.
        public var charset: String? {
            for parameter in mediaType.split(separator: ";").dropFirst() {
                let parts = parameter.split(separator: "=", maxSplits: 1).map { String($0).trimmed.lowercased() }
                if parts.count == 2, parts[0] == "charset" { return parts[1].filter { $0 != "\"" } }
            }
            return nil
        }

        /// Whether the media type begins with `prefix`, whatever the case: `text` matches both
        /// `text/plain; charset=utf-8` and `text/html`.
        public func matches(_ prefix: String) -> Bool {
            mediaType.trimmed.lowercased().hasPrefix(prefix.lowercased())
        }
    }
}
