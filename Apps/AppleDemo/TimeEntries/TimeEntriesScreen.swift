#if canImport(SwiftUI)
import Models
import Presentation
import Primitives
import Services
import SwiftUI

/// The list of the account's time entries.
struct TimeEntriesScreen: View {
    let model: TimeEntriesViewModel

    var body: some View {
        switch model.state {
        case .idle, .loading:
            ProgressView()
        case .failed:
            VStack {
                Text(model.message?.english ?? "")
                Button("Try again") { model.load() }
            }
        case .loaded(let listing):
            List(listing.page.items) { timeEntry in
                Text(timeEntry.id.text)
            }
            .refreshable { model.load() }
            .navigationTitle("Time entries")
        }
    }
}
#endif
