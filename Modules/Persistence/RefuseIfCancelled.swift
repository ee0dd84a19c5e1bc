/// Throws if the task is cancelled, as a database does before it begins.
func refuseIfCancelled() throws(StoreError) {
    if Task.isCancelled { throw .cancelled }
}
