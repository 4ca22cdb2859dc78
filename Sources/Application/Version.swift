/// The version of this program, as shown by `pressrun --version` and recorded for each worker.
package let pressrunVersion = "0.1.0"
