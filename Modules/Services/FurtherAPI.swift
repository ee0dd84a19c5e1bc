/// An API that a feature uses in addition to the backend's. An app has a setting for its address; without that setting,
/// the API is at the backend's address.
///
/// A feature declares its API beside its service. The composition root lists them all.
public struct FurtherAPI: Hashable, Sendable {
    /// The name of the setting with the API's address, such as `books_url`.
    public let setting: String
    /// What the setting does, without a period: `Read books from this address`.
    public let meaning: String

    public init(setting: String, meaning: String) {
        self.setting = setting
        self.meaning = meaning
    }

    public static func == (left: Self, right: Self) -> Bool { left.setting == right.setting }

    public func hash(into hasher: inout Hasher) { hasher.combine(setting) }
}
