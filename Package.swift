// swift-tools-version: 6.2
import PackageDescription

// Two stacks that know nothing of each other, and the rooms that join them (docs/architecture.md).
// Imports point down only: a target may depend on what stands above it in this file, never below. Each target names every
// room that it imports, also where another one would bring it along: what is not named is not rebuilt when it changes.

let logging: Target.Dependency = .product(name: "Logging", package: "swift-log")
let deque: Target.Dependency = .product(name: "DequeModule", package: "swift-collections")
let crypto: Target.Dependency = .product(name: "Crypto", package: "swift-crypto")

// The document stack is optimized as if it were one room: by default the compiler carries nothing that is `package` over to
// the next, so that reading one field of a style copies all of it, and `==` of two enums goes through a witness table.
let hot: [SwiftSetting] = [.unsafeFlags(["-enable-cmo-everything"], .when(configuration: .release))]
// Each room then holds its own copy of what the standard library's generic code becomes for the same types.
let hotLinking: [LinkerSetting] = [
  .unsafeFlags(["-Xlinker", "--allow-multiple-definition"], .when(configuration: .release))
]
// The command carries Swift's libraries in itself, exports nothing, and has a short list of addresses to relocate (glibc 2.36):
// it starts sooner and holds less (`script/bench compare` measures both).
let lean: [LinkerSetting] =
  [
    .unsafeFlags(
      [
        "-static-stdlib", "-use-ld=lld", "-Xlinker", "--no-export-dynamic", "-Xlinker", "-z", "-Xlinker",
        "pack-relative-relocs",
      ], .when(configuration: .release))
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
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/apple/swift-collections", from: "1.6.0"),
    .package(url: "https://github.com/apple/swift-crypto", from: "4.5.2"),
    .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
    .package(url: "https://github.com/hummingbird-project/swift-mustache", from: "2.1.1"),
    .package(url: "https://github.com/jpsim/Yams", from: "6.2.2"),
  ],
  targets: [
    // C libraries, one target per .pc file.
    .systemLibrary(name: "CLibPQ", pkgConfig: "libpq", providers: [.apt(["libpq-dev"])]),
    .systemLibrary(name: "CLibXML2", pkgConfig: "libxml-2.0", providers: [.apt(["libxml2-dev"])]),
    .systemLibrary(name: "CPango", pkgConfig: "pangocairo", providers: [.apt(["libpango1.0-dev"])]),
    .systemLibrary(name: "CGdkPixbuf", pkgConfig: "gdk-pixbuf-2.0", providers: [.apt(["libgdk-pixbuf-2.0-dev"])]),
    .systemLibrary(name: "CHyphen", providers: [.apt(["libhyphen-dev"])]),
    // What the C library hides from imported modules.
    .systemLibrary(name: "CLinux"),
    .systemLibrary(name: "CRsvg", pkgConfig: "librsvg-2.0", providers: [.apt(["librsvg2-dev"])]),
    .systemLibrary(name: "CSeccomp", pkgConfig: "libseccomp", providers: [.apt(["libseccomp-dev"])]),
    .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),

    // Threads, processes, files and text forms that several modules need of the operating system.
    .target(name: "System", dependencies: ["CLinux"]),
    // What every stage reports problems with.
    .target(name: "Diagnostics"),

    // The document stack.
    .target(name: "Resources", dependencies: ["Diagnostics"], swiftSettings: hot, linkerSettings: hotLinking),
    .target(name: "JSON"),
    .target(name: "Markup", dependencies: ["CLibXML2", "Diagnostics"], swiftSettings: hot, linkerSettings: hotLinking),
    .target(name: "Style", dependencies: ["Diagnostics", "Markup", "Resources"], swiftSettings: hot),
    .target(
      name: "TextShaping", dependencies: ["CHyphen", "CPango", "Diagnostics"], swiftSettings: hot,
      linkerSettings: hotLinking),
    .target(
      name: "Layout", dependencies: ["CLinux", "Diagnostics", "Markup", "Style", "TextShaping", "Resources"],
      swiftSettings: hot),
    .target(name: "PDF", dependencies: ["System", "CZlib", crypto]),
    .target(
      name: "Paint",
      dependencies: [
        "Diagnostics", "Markup", "Resources", "Style", "TextShaping", "Layout", "PDF", "CPango", "CGdkPixbuf", "CRsvg",
      ],
      swiftSettings: hot),
    .target(name: "Annotations", dependencies: ["CZlib", "JSON", "Markup", "TextShaping", "PDF"]),
    .target(name: "Archives", dependencies: ["System", "PDF", crypto]),
    .target(
      name: "Composition",
      dependencies: [
        "Diagnostics", "Resources", "JSON", "Markup", "Style", "TextShaping", "Layout", "Paint", "PDF", "Annotations",
        "Archives",
        .product(name: "Mustache", package: "swift-mustache"),
        .product(name: "Yams", package: "Yams"),
      ]),

    // The queue stack.
    .target(name: "Postgres", dependencies: ["CLibPQ", "System", logging]),
    .target(name: "Schema", dependencies: ["Postgres"], resources: [.embedInCode("SQL")]),
    .target(name: "JobQueue", dependencies: ["Postgres", "Schema", logging], resources: [.embedInCode("SQL")]),
    .target(name: "ArtifactStore", dependencies: ["System", crypto]),
    .target(name: "Delivery", dependencies: ["Postgres", "JobQueue"]),

    // Joined.
    .target(name: "Rendering", dependencies: ["CLinux", "CSeccomp", "System", "Composition"]),
    .target(
      name: "Application",
      dependencies: ["System", "JSON", "Composition", "Postgres", "JobQueue", "ArtifactStore", "Rendering", logging]),
    .target(
      name: "Worker",
      dependencies: [
        "System", "JSON", "Archives", "Composition", "Postgres", "JobQueue", "ArtifactStore", "Rendering",
        "Application",
        deque, logging,
      ]),
    .target(
      name: "QueueBench",
      dependencies: ["System", "Postgres", "JobQueue", "ArtifactStore", "Rendering", "Application", "Worker", logging]),
    .executableTarget(
      name: "pressrun",
      dependencies: [
        "System", "QueueBench", "Annotations", "Archives", "Composition", "PDF", "Postgres", "Schema", "JobQueue",
        "ArtifactStore",
        "Delivery", "Rendering", "Application", "Worker", logging,
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ], linkerSettings: lean),

    // What the tests of several rooms share: a PostgreSQL of the test process's own.
    .target(name: "TestSupport", dependencies: ["CLinux", "Postgres", "JobQueue"]),

    // Traits of all test suites.
    .target(name: "TestTraits", path: "Tests/TestTraits"),

    // Random documents for tests, and a program that renders them without end.
    .target(name: "Fuzzing", path: "Tests/Fuzzing"),
    .executableTarget(
      name: "fuzz-typesetter", dependencies: ["System", "Composition", "Fuzzing", "CTestEnvironment"],
      path: "Tests/FuzzTypesetter"),
    // PDF files as text.
    .target(name: "PDFReading", dependencies: ["PDF"], path: "Tests/PDFReading"),
    // What is done with files and sources of strangers, damage, and a disk that fails; and a program that goes on with it.
    .target(
      name: "ArchiveTesting", dependencies: ["CZlib", "System", "PDF", "Annotations", "Archives", "Fuzzing"],
      path: "Tests/ArchiveTesting"),
    .executableTarget(
      name: "fuzz-archives", dependencies: ["PDF", "Annotations", "Archives", "ArchiveTesting", "Fuzzing"],
      path: "Tests/FuzzArchives"),
    // Gives every test bundle the fonts in Tests/Fonts in place of the machine's.
    .target(name: "CTestEnvironment", path: "Tests/CTestEnvironment"),
    // Counts what tests allocate.
    .target(name: "CAllocations", path: "Tests/CAllocations"),

    // Tests mirror Sources.
    .testTarget(name: "SystemTests", dependencies: ["System"]),
    .testTarget(name: "ResourcesTests", dependencies: ["Resources"]),
    .testTarget(name: "JSONTests", dependencies: ["JSON"]),
    .testTarget(name: "MarkupTests", dependencies: ["Markup", "Fuzzing"]),
    .testTarget(name: "StyleTests", dependencies: ["Markup", "Style", "Fuzzing"]),
    .testTarget(name: "TextShapingTests", dependencies: ["TextShaping", "CPango"]),
    .testTarget(name: "LayoutTests", dependencies: ["Resources", "Markup", "Style", "TextShaping", "Layout"]),
    .testTarget(
      name: "PaintTests",
      dependencies: [
        "Resources", "Markup", "Style", "TextShaping", "Layout", "PDF", "Paint", "PDFReading", "CPango",
      ]),
    .testTarget(name: "PDFTests", dependencies: ["PDF", "ArchiveTesting", "Fuzzing"]),
    .testTarget(
      name: "ArchivesTests", dependencies: ["System", "Markup", "PDF", "Archives", "ArchiveTesting", "Fuzzing"]),
    .testTarget(
      name: "AnnotationsTests", dependencies: ["PDF", "Annotations", "Archives", "ArchiveTesting", "Fuzzing"]),
    .testTarget(
      name: "CompositionTests",
      dependencies: [
        "System", "JSON", "PDF", "Annotations", "Archives", "Composition", "Fuzzing", "PDFReading", "CAllocations",
      ],
      exclude: ["Rules"]),
    .testTarget(name: "PostgresTests", dependencies: ["Postgres", "TestSupport"]),
    .testTarget(
      name: "SchemaTests", dependencies: ["Postgres", "Schema", "JobQueue", "TestSupport", "TestTraits"],
      exclude: ["Fixtures"]),
    .testTarget(name: "JobQueueTests", dependencies: ["Postgres", "JobQueue", "TestSupport", "TestTraits"]),
    .testTarget(name: "ArtifactStoreTests", dependencies: ["System", "ArtifactStore"]),
    // Sees only what is `public`, as those do who import the library.
    .testTarget(
      name: "ProducerTests", dependencies: ["Postgres", "JobQueue", "TestSupport"], packageAccess: false),
    .testTarget(name: "DeliveryTests", dependencies: ["Postgres", "JobQueue", "Delivery", "TestSupport"]),
    // A renderer whose documents crash, hang or eat memory, as their kind says.
    .executableTarget(name: "fake-renderer", dependencies: ["System", "Rendering"], path: "Tests/FakeRenderer"),
    // Where tests find that renderer.
    .target(name: "RenderingTesting", dependencies: ["System", "fake-renderer"], path: "Tests/RenderingTesting"),
    // A time of day that is wrong by as much as a file says, in a program that links it.
    .target(name: "CWrongClock", path: "Tests/CWrongClock"),
    // Workers, PostgreSQL, disks and clocks that fail at random, and the proof that nothing is lost.
    .executableTarget(
      name: "chaos",
      dependencies: [
        "CLinux", "CWrongClock", "System", "Postgres", "JobQueue", "ArtifactStore", "Rendering", "Worker",
        "TestSupport", "fake-renderer", logging,
      ],
      path: "Tests/Chaos"),
    .testTarget(name: "RenderingTests", dependencies: ["System", "Rendering", "RenderingTesting", "TestSupport"]),
    .testTarget(
      name: "ApplicationTests",
      dependencies: ["Composition", "Postgres", "JobQueue", "Rendering", "Application", "TestSupport"]),
    .testTarget(
      name: "WorkerTests",
      dependencies: [
        "System", "Postgres", "JobQueue", "ArtifactStore", "Rendering", "Application", "Worker", "RenderingTesting",
        "TestSupport", logging,
      ]),
    .testTarget(
      name: "EndToEndTests",
      dependencies: ["System", "Postgres", "JobQueue", "Delivery", "TestSupport", "pressrun", crypto]),
  ],
  swiftLanguageModes: [.v6]
)

for target in package.targets where target.type == .test { target.dependencies += ["CTestEnvironment", "TestTraits"] }
