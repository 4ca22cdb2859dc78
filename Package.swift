// swift-tools-version: 6.2
import PackageDescription

// The document stack and the queue stack do not depend on each other; the process modules combine them
// (docs/architecture.md). A target depends only on targets listed above it, and names every module that it imports.
// RepositoryTests checks both.

let logging: Target.Dependency = .product(name: "Logging", package: "swift-log")
let hummingbird: Target.Dependency = .product(name: "HummingbirdCore", package: "hummingbird")
let deque: Target.Dependency = .product(name: "DequeModule", package: "swift-collections")

// Cross-module optimization of the modules whose declarations are used most often. By default the compiler does not
// inline `package` declarations across modules: reading one field of a style then copies the style, and `==` of enums
// calls a witness table. Without this flag rendering took 1.13 to 1.77 times as long (script/bench compare --build,
// medians of five documents, on a busy machine; the two builds also differed in the SHA-256 library and in
// StyleComputer). For PDF, Paint and WordDocuments the flag is not worth its price: the modules that import them took
// 130 s of CPU time longer to compile, and a document as many instructions (note10 +0.7 %, invoice1 -0.6 % without it;
// callgrind, pressrun bench render). Functions that are called once for a document or a style are declared with
// `@export(interface)`: other modules would compile copies of all that such a function calls, and discard them. That
// halved the CPU time of compiling Composition (98 s, 45 s), WordDocuments (36 s, 20 s) and the program (43 s, 21 s),
// and documents take as long as before (script/bench render).
let crossModule: [SwiftSetting] = [.unsafeFlags(["-enable-cmo-everything"], .when(configuration: .release))]
// With that flag, several modules define the same specializations of generic code of the standard library; without this
// one the program does not link.
let sharedSpecializations: [LinkerSetting] = [
  .unsafeFlags(["-Xlinker", "--allow-multiple-definition"], .when(configuration: .release))
]

// The program is linked with static Swift libraries, so that machines that run it need none, and exports no symbols:
// that is 3.9 % smaller and starts 7 % sooner (`pressrun --version` 20.2 ms, 21.7 ms without; medians of 15 alternating
// runs). LLVM's linker takes less CPU time than the default one (5.4 s, 9.5 s; each ran the link command of `swift
// build -v` once) and packs the 150,000 relative relocations: the program is 4.0 % smaller. script/build sets
// PRESSRUN_SYMBOLS to write the symbols to a separate file.
let stripped = Context.environment["PRESSRUN_SYMBOLS"] == nil ? ["-Xlinker", "--strip-all"] : []

// The functions that rendering calls are placed next to each other (script/order-functions), so that fewer pages of the
// program are mapped. A process takes 9 MB less memory: invoice1 34,600 KiB instead of 44,400 KiB, a table of 50,000
// rows 142,850 KiB instead of 151,900 KiB (/usr/bin/time pressrun render, two alternating runs each).
let functionOrder = [
  "-Xlinker", "--symbol-ordering-file=\(Context.packageDirectory)/script/function-order.txt",
  "-Xlinker", "--no-warn-symbol-ordering",
]
let program: [LinkerSetting] =
  [
    .unsafeFlags(
      [
        "-static-stdlib", "-use-ld=lld", "-Xlinker", "-z", "-Xlinker", "pack-relative-relocs",
        "-Xlinker", "--no-export-dynamic",
      ] + stripped + functionOrder, .when(configuration: .release))
  ]
  + [
    "Foundation", "FoundationEssentials", "FoundationInternationalization", "CoreFoundation", "_FoundationICU",
    "_FoundationCShims", "_FoundationCollections", "dispatch", "BlocksRuntime",
  ].map { .linkedLibrary($0, .when(configuration: .release)) }

let package = Package(
  name: "pressrun",
  products: [
    .executable(name: "pressrun", targets: ["pressrun"]),
    // For programs that put jobs into the queue (docs/producing.md).
    .library(name: "JobQueue", targets: ["JobQueue", "Postgres"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", exact: "1.8.2"),
    .package(url: "https://github.com/apple/swift-collections", exact: "1.6.0"),
    .package(url: "https://github.com/apple/swift-log", exact: "1.16.2"),
    .package(url: "https://github.com/hummingbird-project/hummingbird", exact: "2.28.1", traits: []),
    .package(url: "https://github.com/hummingbird-project/swift-mustache", exact: "2.1.1"),
    .package(url: "https://github.com/jpsim/Yams", exact: "6.2.2"),
  ],
  targets: [
    // Text files in code, as strings (the plugin of each target that lists it).
    .executableTarget(name: "embed-text", path: "Sources/EmbedText"),
    .plugin(
      name: "EmbedTextPlugin", capability: .buildTool(), dependencies: ["embed-text"], path: "Sources/EmbedTextPlugin"),

    // System libraries, one target each.
    .systemLibrary(name: "CLibPQ", providers: [.apt(["libpq-dev"])]),
    .systemLibrary(name: "CLibXML2", pkgConfig: "libxml-2.0", providers: [.apt(["libxml2-dev"])]),
    .systemLibrary(name: "CPango", pkgConfig: "pangocairo", providers: [.apt(["libpango1.0-dev"])]),
    .systemLibrary(name: "CDeflate", providers: [.apt(["libdeflate-dev"])]),
    .systemLibrary(name: "CGdkPixbuf"),
    .systemLibrary(name: "CHyphen", providers: [.apt(["libhyphen-dev"])]),
    // ICU's functions, if another library has loaded it; it is not linked.
    .systemLibrary(name: "CICU"),
    .systemLibrary(name: "CCurl", providers: [.apt(["libcurl4-openssl-dev"])]),
    .systemLibrary(name: "CGMime"),
    .systemLibrary(name: "CCups", providers: [.apt(["libcups2-dev"])]),
    // glibc functions that Swift cannot import.
    .systemLibrary(name: "CLinux"),
    .systemLibrary(name: "CCMS", pkgConfig: "libcrypto", providers: [.apt(["libssl-dev"])]),
    .systemLibrary(name: "CPKCS11", providers: [.apt(["libp11-kit-dev"])]),
    .systemLibrary(name: "COpenSSL", pkgConfig: "libcrypto", providers: [.apt(["libssl-dev"])]),
    .systemLibrary(
      name: "CMarkdown", providers: [.apt(["libcmark-gfm-dev", "libcmark-gfm-extensions-dev"])]),
    .systemLibrary(name: "CRsvg"),
    .systemLibrary(name: "CSeccomp", pkgConfig: "libseccomp", providers: [.apt(["libseccomp-dev"])]),
    .systemLibrary(name: "CSSH", providers: [.apt(["libssh-dev"])]),
    .systemLibrary(name: "CZint", providers: [.apt(["libzint-dev"])]),
    .systemLibrary(name: "CZip", providers: [.apt(["libzip-dev"])]),
    .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),

    // The functions of CLibPQ, CCurl and CSSH, which load their library at the first call. The three are not linked, so
    // pkg-config, which would add them to the linked libraries, is not asked.
    .target(name: "CLazyLibraries", dependencies: ["CLibPQ", "CCurl", "CSSH"]),
    // The same for libraries that only some documents need. It is a target of its own because producers, which link
    // CLazyLibraries, have no headers of GLib; those come from CPango.
    .target(
      name: "CLazyDocumentLibraries",
      dependencies: [
        "CGdkPixbuf", "CGMime", "CLazyLibraries", "CMarkdown", "CPango", "CPKCS11", "CRsvg", "CZint", "CZip",
      ]),

    // Threads, processes, files, hashes: what several modules need of the operating system.
    .target(name: "OperatingSystem", dependencies: ["CLinux", "COpenSSL"]),
    // Warnings of all stages.
    .target(name: "Diagnostics"),
    .target(name: "Encodings"),

    .target(name: "Monitoring"),

    // The document stack.
    .target(name: "Dates"),
    .target(name: "XMLTree", dependencies: ["CLibXML2"]),
    .target(
      name: "Resources", dependencies: ["Diagnostics", "Encodings"], swiftSettings: crossModule,
      linkerSettings: sharedSpecializations),
    .target(name: "JSON", dependencies: ["Diagnostics"]),
    .target(name: "Amounts"),
    // E-invoices: the payload, its rules, and the two XML syntaxes.
    .target(
      name: "Invoicing", dependencies: ["Amounts", "Dates", "Diagnostics", "Encodings", "JSON", "XMLTree"],
      plugins: ["EmbedTextPlugin"]),
    .target(
      name: "Markup", dependencies: ["CLibXML2", "Diagnostics"], swiftSettings: crossModule,
      linkerSettings: sharedSpecializations),
    .target(name: "Style", dependencies: ["Diagnostics", "Markup", "Resources"], swiftSettings: crossModule),
    .target(
      name: "TextShaping", dependencies: ["CICU", "CPango", "Diagnostics"], swiftSettings: crossModule,
      linkerSettings: sharedSpecializations),
    .target(
      name: "Layout", dependencies: ["CLinux", "Diagnostics", "Markup", "Style", "TextShaping", "Resources"],
      swiftSettings: crossModule),
    .target(
      name: "PDF", dependencies: ["CDeflate", "CZlib", "OperatingSystem", "Dates", "XMLTree"]),
    .target(
      name: "Paint",
      dependencies: [
        "Diagnostics", "Encodings", "Markup", "Resources", "Style", "TextShaping", "Layout", "PDF", "CPango",
        "CGdkPixbuf",
        "CRsvg", "CLazyDocumentLibraries",
      ]),
    .target(
      name: "WordDocuments",
      dependencies: ["CLazyDocumentLibraries", "CZip", "Diagnostics", "Markup", "Resources", "Style", "Layout"]),
    .target(
      name: "Annotations",
      dependencies: ["CZlib", "Dates", "Diagnostics", "Encodings", "JSON", "Markup", "TextShaping", "PDF", "XMLTree"]),

    // The queue stack.
    .target(name: "Postgres", dependencies: ["CLazyLibraries", "CLibPQ", "OperatingSystem", "Dates", logging]),
    .target(name: "Schema", dependencies: ["Postgres"], plugins: ["EmbedTextPlugin"]),
    .target(
      name: "JobQueue", dependencies: ["OperatingSystem", "Postgres", "Schema", logging], plugins: ["EmbedTextPlugin"]),
    .target(name: "Networking", dependencies: ["CCurl", "CLazyLibraries", "CSSH", "OperatingSystem"]),
    .target(
      name: "Signing",
      dependencies: ["CCMS", "CLazyDocumentLibraries", "CPKCS11", "Networking", "OperatingSystem", "PDF"]),
    .target(name: "ObjectStorage", dependencies: ["Dates", "Encodings", "Networking", "OperatingSystem", "XMLTree"]),
    .target(name: "ArtifactStore", dependencies: ["Dates", "Networking", "ObjectStorage", "OperatingSystem"]),
    .target(
      name: "Delivery",
      dependencies: [
        "CCups", "CGMime", "CLazyDocumentLibraries", "CLinux", "OperatingSystem", "Dates", "Encodings", "JSON",
        "Postgres", "JobQueue", "Networking", "ObjectStorage", logging, .product(name: "Yams", package: "Yams"),
      ], plugins: ["EmbedTextPlugin"]),

    // Documents that need the database.
    .target(
      name: "Archives",
      dependencies: [
        "OperatingSystem", "Diagnostics", "PDF", "Annotations", "Postgres", "JobQueue", "ArtifactStore",
      ], plugins: ["EmbedTextPlugin"]),
    .target(
      name: "Composition",
      dependencies: [
        "CLazyDocumentLibraries", "CMarkdown", "CZint", "OperatingSystem", "Amounts", "Dates", "Diagnostics",
        "Resources", "JSON", "Invoicing", "Markup", "Style", "TextShaping", "Layout", "Paint", "PDF", "Annotations",
        "Archives", "WordDocuments",
        .product(name: "Mustache", package: "swift-mustache"),
        .product(name: "Yams", package: "Yams"),
      ]),

    // Processes.
    .target(
      name: "Rendering",
      dependencies: [
        "CLazyDocumentLibraries", "CLinux", "CPango", "CSeccomp", "OperatingSystem", "Dates", "Diagnostics",
        "Resources", "JSON", "TextShaping", "PDF", "Archives", "Composition",
      ]),
    .target(
      name: "Application",
      dependencies: [
        "OperatingSystem", "Monitoring", "Dates", "Diagnostics", "Resources", "JSON", "TextShaping", "Composition",
        "Postgres",
        "JobQueue", "ArtifactStore", "Delivery", "Networking", "PDF", "Rendering", "Signing", "Archives", deque,
        logging,
      ], plugins: ["EmbedTextPlugin"]),
    .target(
      name: "Worker",
      dependencies: [
        "OperatingSystem", "Monitoring", "Diagnostics", "JSON", "Archives", "Composition", "JobQueue", "Networking",
        "ArtifactStore", "Delivery", "PDF", "Rendering", "Signing", "Application",
        deque,
        logging,
      ]),
    .target(
      name: "Relay",
      dependencies: [
        "OperatingSystem", "Monitoring", "Postgres", "JobQueue", "ArtifactStore", "Delivery", "Application", deque,
        logging,
      ]),
    .target(
      name: "Web", dependencies: ["OperatingSystem", "Dates", "Diagnostics", "Encodings", "JSON", hummingbird, logging]),
    .target(
      name: "Service",
      dependencies: [
        "OperatingSystem", "Monitoring", "Dates", "Diagnostics", "Encodings", "JSON", "Composition", "Postgres",
        "JobQueue", "ArtifactStore", "Delivery", "Archives", "Rendering", "Application", "Web", logging,
      ], plugins: ["EmbedTextPlugin"]),
    .target(
      name: "Preview",
      dependencies: ["OperatingSystem", "Dates", "Diagnostics", "JSON", "Composition", "Rendering", "Web", logging],
      plugins: ["EmbedTextPlugin"]),
    .executableTarget(
      name: "pressrun",
      dependencies: [
        "OperatingSystem", "Diagnostics", "Resources", "JSON", "Invoicing", "TextShaping", "Annotations",
        "Archives", "Composition", "PDF", "Signing", "Postgres", "Schema", "JobQueue",
        "ArtifactStore", "Delivery", "Monitoring", "Rendering", "Application", "Worker", "Relay", "Web",
        "Service", "Preview",
        logging,
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ], linkerSettings: program),

    // Benchmarks against other programs; not part of the installed program.
    .executableTarget(
      name: "pressrun-bench",
      dependencies: [
        "OperatingSystem", "Annotations", "Archives", "PDF", "Postgres", "JobQueue", "Networking", "ObjectStorage",
        "ArtifactStore",
        "Delivery", "Rendering", "Application", "Worker", "Relay", logging,
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ]),

    // A program of a producer, for its developers to read; not part of the installed program.
    .executableTarget(
      name: "producer-example", dependencies: ["JobQueue", "Postgres"], path: "docs/examples/Producer",
      packageAccess: false),

    // A PostgreSQL server for the tests of one process.
    .target(name: "TestSupport", dependencies: ["CLinux", "OperatingSystem", "Postgres", "JobQueue", logging]),

    // Traits of all test suites.
    .target(name: "TestTraits", path: "Tests/TestTraits"),

    // Replaces the machine's fonts by those in Tests/Fonts in every test bundle.
    .target(name: "CTestEnvironment", path: "Tests/CTestEnvironment"),
    // Random documents for tests, and a program that renders them for a given time.
    .target(name: "Fuzzing", path: "Tests/Fuzzing"),
    .executableTarget(
      name: "fuzz-typesetter", dependencies: ["OperatingSystem", "Composition", "Fuzzing", "CTestEnvironment"],
      path: "Tests/FuzzTypesetter"),
    // Small colour profiles and images of inks.
    .target(name: "ColorSamples", dependencies: ["Encodings"], path: "Tests/ColorSamples"),
    // Runs of other programs.
    .target(name: "ProgramTesting", path: "Tests/ProgramTesting"),
    // PDF files as text.
    .target(name: "PDFReading", dependencies: ["PDF", "ProgramTesting"], path: "Tests/PDFReading"),
    // Damaged files, hostile input and failing disks for tests, and a program that tries them for a given time.
    .target(
      name: "ArchiveTesting",
      dependencies: ["CZlib", "OperatingSystem", "PDF", "Annotations", "Archives", "Fuzzing", "ProgramTesting"],
      path: "Tests/ArchiveTesting"),
    .executableTarget(
      name: "fuzz-archives", dependencies: ["PDF", "Annotations", "ArchiveTesting", "Fuzzing"],
      path: "Tests/FuzzArchives", exclude: ["judge"]),
    // Counts allocations in tests.
    .target(name: "CAllocations", path: "Tests/CAllocations"),

    // Tests mirror Sources.
    .testTarget(name: "OperatingSystemTests", dependencies: ["OperatingSystem"]),
    .testTarget(name: "ResourcesTests", dependencies: ["Resources", "ColorSamples"]),
    .testTarget(name: "DiagnosticsTests", dependencies: ["Diagnostics"]),
    .testTarget(name: "MonitoringTests", dependencies: ["Monitoring"]),
    .testTarget(name: "EncodingsTests", dependencies: ["Encodings"]),
    .testTarget(name: "DatesTests", dependencies: ["Dates"]),
    .testTarget(name: "XMLTreeTests", dependencies: ["XMLTree"]),
    .testTarget(name: "JSONTests", dependencies: ["JSON"]),
    .testTarget(name: "AmountsTests", dependencies: ["Amounts"]),
    .testTarget(name: "InvoicingTests", dependencies: ["Amounts", "JSON", "Invoicing"]),
    .testTarget(name: "MarkupTests", dependencies: ["Markup", "Fuzzing"], exclude: ["html5lib-tests"]),
    .testTarget(name: "StyleTests", dependencies: ["Resources", "Markup", "Style", "Fuzzing"]),
    .testTarget(name: "TextShapingTests", dependencies: ["TextShaping", "CHyphen", "CPango"]),
    .testTarget(name: "LayoutTests", dependencies: ["Resources", "Markup", "Style", "TextShaping", "Layout"]),
    .testTarget(
      name: "PaintTests",
      dependencies: [
        "Resources", "Markup", "Style", "TextShaping", "Layout", "PDF", "Paint", "ColorSamples", "PDFReading",
        "ProgramTesting", "CPango",
      ]),
    .testTarget(name: "PDFTests", dependencies: ["OperatingSystem", "PDF", "ArchiveTesting", "Fuzzing"]),
    // Keys, certificates and a timestamp authority, made by openssl.
    .target(
      name: "SigningTesting", dependencies: ["ProgramTesting", "TestSupport"], path: "Tests/SigningTesting",
      exclude: ["ocsp_responder.py", "timestamp_server.py", "validate_signature.py"]),
    .testTarget(
      name: "SigningTests",
      dependencies: [
        "Dates", "Networking", "OperatingSystem", "PDF", "Signing", "SigningTesting", "ArchiveTesting", "TestSupport",
        "pressrun",
      ]),
    .testTarget(
      name: "ArchivesTests",
      dependencies: [
        "OperatingSystem", "Markup", "PDF", "Annotations", "Postgres", "JobQueue", "ArtifactStore", "Archives",
        "ArchiveTesting", "ProgramTesting", "TestSupport",
        "Fuzzing",
      ]),
    .testTarget(
      name: "AnnotationsTests",
      dependencies: [
        "Dates", "Diagnostics", "Encodings", "JSON", "PDF", "Annotations", "Archives", "ArchiveTesting", "Fuzzing",
      ]),
    .testTarget(
      name: "CompositionTests",
      dependencies: [
        "OperatingSystem", "Amounts", "Dates", "Resources", "JSON", "Markup", "PDF", "Annotations", "Archives",
        "Invoicing", "Composition", "ColorSamples", "Fuzzing", "PDFReading", "ArchiveTesting", "ProgramTesting",
        "CAllocations",
      ],
      exclude: ["Golden", "Pasted", "Rules", "coloured_font.py", "variable_font.py"]),
    .testTarget(
      name: "WordDocumentsTests",
      dependencies: [
        "CLazyDocumentLibraries", "CZip", "OperatingSystem", "Diagnostics", "Composition", "ProgramTesting",
        "TestSupport", "Fuzzing",
      ]),
    .testTarget(name: "PostgresTests", dependencies: ["Postgres", "TestSupport"]),
    .testTarget(
      name: "SchemaTests", dependencies: ["Postgres", "Schema", "JobQueue", "TestSupport"],
      exclude: ["Fixtures"]),
    .testTarget(name: "JobQueueTests", dependencies: ["Postgres", "JobQueue", "TestSupport"]),
    .testTarget(
      name: "ArtifactStoreTests",
      dependencies: ["OperatingSystem", "Networking", "ObjectStorage", "ArtifactStore", "TestSupport"]),
    // Without `package` access, like the programs that import the library.
    .testTarget(
      name: "ProducerTests", dependencies: ["Postgres", "JobQueue", "TestSupport"], packageAccess: false),
    .testTarget(
      name: "NetworkingTests", dependencies: ["OperatingSystem", "Networking", "TestSupport"], exclude: ["Servers"]),
    .testTarget(
      name: "ObjectStorageTests",
      dependencies: [
        "OperatingSystem", "Dates", "Encodings", "Networking", "ObjectStorage", "TestSupport", "XMLTree",
      ]),
    .testTarget(
      name: "DeliveryTests",
      dependencies: [
        "OperatingSystem", "Postgres", "JobQueue", "Networking", "ObjectStorage", "Delivery", "TestSupport", "Fuzzing",
      ],
      exclude: ["Email/Servers", "Webhook/webhook_server.py"]),
    .testTarget(
      name: "RelayTests",
      dependencies: [
        "Postgres", "JobQueue", "ArtifactStore", "Delivery", "Application", "Relay", "TestSupport", logging,
      ]),
    // A renderer whose documents crash, hang or exhaust memory, depending on their kind.
    .executableTarget(
      name: "fake-renderer", dependencies: ["CLinux", "OperatingSystem", "Rendering"], path: "Tests/FakeRenderer"),
    // The path of that renderer, for tests.
    .target(
      name: "RenderingTesting", dependencies: ["OperatingSystem", "fake-renderer"], path: "Tests/RenderingTesting"),
    // Shifts the time of day in the program that links it by an offset read from a file.
    .target(name: "CWrongClock", path: "Tests/CWrongClock"),
    // Makes workers, PostgreSQL, disks and clocks fail at random, and checks that no job is lost.
    .executableTarget(
      name: "chaos",
      dependencies: [
        "CLinux", "CWrongClock", "OperatingSystem", "Postgres", "JobQueue", "ArtifactStore", "Delivery", "Rendering",
        "Worker",
        "Relay", "TestSupport", "fake-renderer", logging,
      ],
      path: "Tests/Chaos"),
    .testTarget(
      name: "RenderingTests",
      dependencies: [
        "OperatingSystem", "JSON", "PDF", "Composition", "Rendering", "RenderingTesting", "ArchiveTesting",
        "TestSupport",
      ]),
    .testTarget(
      name: "ApplicationTests",
      dependencies: [
        "OperatingSystem", "Monitoring", "Composition", "Postgres", "JobQueue", "ArtifactStore", "Rendering",
        "Application", "Signing", "TestSupport",
        logging, .product(name: "Yams", package: "Yams"),
      ]),
    .testTarget(
      name: "WorkerTests",
      dependencies: [
        "OperatingSystem", "Composition", "Postgres", "JobQueue", "Networking", "ArtifactStore", "Rendering",
        "Application",
        "Worker", "RenderingTesting", "TestSupport", logging,
      ]),
    .testTarget(name: "WebTests", dependencies: ["OperatingSystem", "JSON", "Web", "TestSupport", logging]),
    .testTarget(
      name: "ServiceTests",
      dependencies: [
        "OperatingSystem", "Monitoring", "Encodings", "JSON", "PDF", "Archives", "Application", "Composition",
        "Postgres", "JobQueue", "ArtifactStore",
        "Delivery", "Rendering", "Web", "Service", "ArchiveTesting", "TestSupport", "pressrun", logging,
      ], exclude: ["Gotenberg/gotenberg_client_check.py", "Dashboard/Browser", "Links/link_pages.py"]),
    .testTarget(
      name: "PreviewTests",
      dependencies: ["OperatingSystem", "ProgramTesting", "Rendering", "Preview", "TestSupport", "pressrun"],
      exclude: ["preview_browser.py"]),
    // The repository's own rules: imports, links, commands in documents.
    .testTarget(
      name: "RepositoryTests",
      dependencies: [
        "OperatingSystem", "Postgres", "TestSupport", "pressrun",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      exclude: ["PublicAPI.txt"]),
    .testTarget(
      name: "EndToEndTests",
      dependencies: [
        "OperatingSystem", "PDF", "Postgres", "JobQueue", "Networking", "ObjectStorage", "Archives", "Delivery",
        "Rendering", "SigningTesting", "TestSupport",
        "pressrun", "producer-example", "CGdkPixbuf", "CLazyDocumentLibraries",
      ]),
  ],
  swiftLanguageModes: [.v6]
)

for target in package.targets where target.type == .test { target.dependencies += ["CTestEnvironment", "TestTraits"] }

// The linker can place a function only if it has a section of its own.
for target in package.targets where target.type == .regular || target.type == .executable {
  target.swiftSettings =
    (target.swiftSettings ?? []) + [.unsafeFlags(["-Xfrontend", "-function-sections"], .when(configuration: .release))]
}
