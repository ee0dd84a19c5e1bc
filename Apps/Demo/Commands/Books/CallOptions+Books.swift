import Foundation

extension CallOptions {
    /// A typed base URL applies to this run, so it takes precedence over a stored address of the catalog.
    func booksAddress(in lookup: SettingsLookup) throws(SettingsError) -> URL? {
        guard booksURL != nil || baseURL == nil else { return nil }
        return try lookup.text(.booksURL, typed: booksURL, .address)
    }
}
