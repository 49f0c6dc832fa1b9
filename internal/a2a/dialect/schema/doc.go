// Package schema reads and writes the documents of a protocol version by a text table. Compile
// makes a Schema from a table. Reading walks a jsonrepair.Tree along the table's types and reports
// each problem in its place; writing goes the other way and notes what the version cannot express.
// The package is the same for all versions: their differences are in their tables.
//
// # Blocks
//
// A table consists of blocks. A block starts with an unindented head. Brackets enclose what is optional, "…"
// stands for more of the same:
//
//	version NAME [of NAME]        the first line; "of" starts with all that another table has
//	take NAME HEAD…               another table's blocks of some heads
//	form CHECK [SEVERITY SECTION]
//	                              the rule for members of the wrong JSON type, from which other rules take
//	                              what they omit
//	names CHECK [SEVERITY SECTION]
//	                              the rule for members with proto names, which are read
//	cased CHECK [SEVERITY SECTION]
//	                              the rule for members whose names differ from the version's only in case,
//	                              which are not read
//	nulls CHECK [SEVERITY SECTION]
//	                              the rule for members that are null
//	protojson                     enums may be numbers, and numbers strings
//	utc                           times are in UTC
//	errordata FORM                error.data is a list of "typed" objects or an "object"; by default any
//	                              JSON
//	devicecode                    OAuth flows are those of 1.0
//	implicit                      zero and false mean unset
//	sections FILE                 the document of sections without a §: "a2a.proto"
//	states WORD…                  the one spelling of each state; others are read with a finding, by
//	                              foldState in jsonio
//	roles USER AGENT              the spellings of roles
//	pushes NAME                   push notifications are those of another table of the version
//	cards PATH…                   where cards are served, the official path first
//	header NAME VALUE             the header in which clients name the version; a table with a base that has
//	                              one needs its own
//	extensions HEADER             the header that lists extensions
//	service NAME                  the gRPC service
//	shown MESSAGE.FIELD…          fields that ProtoJSON shows when they are empty
//	field MESSAGE NUMBER NAME TYPE [optional]
//	                              a field that the descriptors lack, of one of protobuf's own types
//	near ERROR ERROR              the replacement for an error or a state that the version lacks
//	facts [PART]                  fields of package version, or of a PART of it, one per line: NAME VALUE,
//	                              FLAG FLAG, or "no" NAME to reset one
//	path PATH OPERATION           a path that suggests the version
//	draft METHOD OPERATION        a method that no release has; its rule is the section, its text the source
//	kit RELEASE [FLAG…]           a conformance kit, by the release that it targets
//	routes ROOT CARD              HTTP+JSON paths below ROOT, "-" for none, and the path of the extended
//	                              CARD
//	drop HEAD [NAME]              removes a rule or error by name, or all draft, path, kit, routes or facts
//	rule NAME                     " : RULE : TEXT", which verbs look up by name
//	op OPERATION METHOD [REQUEST RESPONSE]
//	                              an operation: its methods, joined by commas, the first of which is
//	                              written, "-" for none; the types of request and response, "null" and
//	                              "Empty" for none ("TYPE/MESSAGE" if the protobuf message has another name,
//	                              "TYPE/" if there is none). "op OPERATION METHOD" changes only the methods
//	error NAME CODE [REASON]      an error, with 1.0's reason
//	type NAME [as GO like TYPE from NAME SECTION]
//	                              " : RULE : TEXT", a type: GO is its type of package a2a, RULE applies to
//	                              what is not an object, TEXT reports an absent value
//	change TYPE                   a type with some lines replaced, added or, with "-", removed
//
// # Lines of a type
//
// An indented line of a type has a verb, members, the field for their value, and perhaps a type with the rule
// for that type's "@":
//
//	text contextId ContextID
//	one message|msg Message Message(RES-22 agent) : RES-22 warning §6.2 : what is said
//	object metadata Metadata : §7
//
// Members start with a lower-case letter, fields and types with a capital. "a|b" is a member with another
// name, in tables with the head names (otherwise use instead). The field "." is the value itself.
// "Message(RULE agent)" tells a type the rule of the place, and the role of a message without one. "{version}"
// in a text is replaced by the version's name.
//
// A RULE is check, severity (by default error) and section (by default the type's); "@" is the check of the
// place of a type. Without a RULE, that of "form" applies. Findings come in the order of the lines.
//
// Some verbs are preceded by a word:
//
//	arm VERB …      one of several alternatives among which a verb of the type chooses: a part's content,
//	                the kind of an event or of a security scheme
//	root VERB …     reads the document's root before it is known to be an object
//	- VERB MEMBER   removes a line of the type that this one is like
//
// Writing has its own lines:
//
//	write NAME …        the members in the order in which they are written: "name" if it is set, "name!"
//	                    always, "name=word" for a constant, "{verb}" or "{verb:how}" for what a verb without
//	                    a member, or with several, writes
//	lose FIELD : WHY    notes a field that is not written
//
// "type A like B", "type A from VERSION" and "change A" start with the lines of another type: lines with the
// same verb and first member replace them, others follow. A single line "write" or "lose" replaces all former
// lines "write" and "lose": losses that remain must be repeated.
//
// # Verbs
//
// A verb is a function for what a mere shape cannot describe. Lines with only members check them; the others
// read them into the field.
//
// Values, presence and foreign members (read.go):
//
//	text MEMBER FIELD                           a string
//	texts MEMBER FIELD                          a list of strings
//	flag MEMBER FIELD                           a boolean
//	big MEMBER FIELD                            a 64-bit integer, a string in ProtoJSON
//	anything MEMBER FIELD                       any JSON
//	number MEMBER FIELD                         an integer
//	length MEMBER FIELD                         how much history is requested: a number that is not negative
//	object MEMBER FIELD                         an object with any members
//	state MEMBER FIELD                          a state, by the words of "states"
//	role MEMBER FIELD                           a role, by the words of "roles"
//	time MEMBER FIELD                           a time stamp
//	after MEMBER FIELD                          a filter's time: kept as it is if it is not a time
//	tail FIELD TYPE                             members of the field's value that are written later than
//	                                            others
//	since MEMBER… FIELD                         a filter's time under the first of several names
//	one MEMBER FIELD TYPE                       an object
//	first MEMBER… FIELD TYPE                    an object under the first of several names
//	within FIELD TYPE                           members of this object that belong to the field's value
//	list MEMBER FIELD TYPE                      a list of objects; anything else in it is skipped
//	parts MEMBER FIELD TYPE                     a list of parts, none of which is skipped
//	instead MEMBER [unless MEMBER] FIELD [: TEXT]
//	                                            a string under another name, if the field is still empty and
//	                                            the member after "unless" is absent. A TEXT reports it
//	need MEMBER…                                required members
//	foreign MEMBER… : TEXT                      members of other versions
//	nulls                                       members that are null
//	snake : TEXT                                names in snake_case: reported, not read. A line instead that
//	                                            reads one has the same RULE and TEXT
//	kind MEMBER KIND                            a word that names the object's kind
//	filled MEMBER… FIELD [: TEXT]               a field that nothing was read into: its member is absent, null
//	                                            or empty. Without a TEXT the first member is reported as missing
//	between MEMBER LEAST [MOST]                 bounds of a number
//
// Messages, tasks, results and events (event.go):
//
//	messageID MEMBER FIELD                      a message's id, generated if absent
//	sender MEMBER : TEXT                        a message from the agent where one from the user belongs
//	partsInstead MEMBER MEMBER FIELD TYPE : TEXT
//	                                            a list of parts under the first name if the second is
//	                                            missing
//	unspecified MEMBER FIELD : TEXT             an unspecified state
//	final MEMBER FIELD                          a flag that is written where a stream must end
//	artifactID                                  the substitute for a missing artifact id
//	index MEMBER                                the index that 0.1 has instead of an id
//	named MEMBER : TEXT                         the id that artifacts have from 0.2 on
//	innerFlags MEMBER                           flags of the event inside its artifact
//	loneArtifact MEMBER FIELD TYPE              the artifact of an event of 0.1, with the flags
//	payload PARTS…                              one of the arms, under its member; a message without that
//	                                            member has one of these PARTS
//	byKind MEMBER TYPE                          one of the arms, by the word in MEMBER; TYPE is for a bare
//	                                            status
//	byMembers : TEXT                            one of the arms, by its members
//	taskOrOther TYPE                            a task of 0.1, a message or an event of TYPE
//	notification TYPE : TEXT                    a push notification of 0.1, an event of TYPE or a notice
//	only [task] : TEXT                          arms other than task and message, or other than task
//	arms                                        writes the arm that is set; ":bare" without its member,
//	                                            "answer" for task or message, "task" for a task only
//	taskAnswer                                  writes a task, or one that stands for a message
//	updates                                     writes an event of 0.1; ":whole" a task as it is
//	array FIELD TYPE [: TEXT]                   an array in place of the object
//	listed FIELD TYPE : TEXT                    an array, or 1.0's object in its place
//	wrapped MEMBER : TEXT                       the value inside a member that names it
//
// Parts, as arms or lines (part.go):
//
//	oneContent MEMBER… TYPE : TEXT              one of the arms; another version's file under one of the
//	                                            names
//	byWord MEMBER MEMBER : TEXT                 the arm named by the first member, or by the second, another
//	                                            version's
//	any MEMBER                                  any JSON, including null
//	data MEMBER [array] : TEXT                  an object, or an "array"
//	wrappedData MEMBER                          an object in a member data of its own
//	fileBytes MEMBER [MEMBER… : TEXT]           base64, under the first name or another
//	fileURL MEMBER [MEMBER… : TEXT]             a file's URL, under the first name or another
//	fileOneOf WORD : TEXT                       exactly one of bytes and URL; WORD names the case of neither
//	partMetadata                                writes the metadata of a part
//
// Push configs (push.go):
//
//	push TYPE                                   the push config that a call creates, in this object
//	flat [MEMBER…] TYPE : TEXT                  members of TYPE here, and those that are required; nested is
//	                                            another version's form
//	nested MEMBER [MEMBER…] TYPE : TEXT         TYPE in the first member, the others are required; flat is
//	                                            another version's form
//	create MEMBER TYPE                          TYPE in the member, or in the shapes that servers use
//	address MEMBER SEVERITY [SECTION]           a URL that clients can use; SEVERITY applies to http and
//	                                            private networks
//	schemes MEMBER MEMBER : TEXT                the schemes of a webhook, under the first name or the
//	                                            second, another version's
//	signIn MEMBER FIELD TYPE                    how an agent signs in at a webhook, if that is known
//
// Cards (card.go):
//
//	modes MEMBER…                               media types
//	modesOrText MEMBER…                         the same, or the bare word text
//	unique MEMBER MEMBER : TEXT                 values of the second member that occur twice in the list
//	notEmpty MEMBER…                            lists that are present but empty
//	signatures MEMBER [HEADER…]                 signatures, whose headers must have these members
//	extended MEMBER MEMBER : TEXT               whether there is an extended card; the second name is a
//	                                            draft's
//	foreignAlone MEMBER… : TEXT                 "foreign" in cards without a url
//	binding MEMBER MEMBER : TEXT                an interface's binding
//	interfaceAddress MEMBER SEVERITY [SECTION]  "address" for bindings over HTTP
//	interfaceVersion MEMBER VERSION : TEXT      the version of an interface; VERSION if the card uses
//	                                            transport
//	loneInterface MEMBER                        the single address of 0.1
//	interfaces TYPE                             the addresses of 0.2 and 0.3
//	version MEMBER VERSION                      writes the version that an interface declares, or VERSION
//
// Security schemes (security.go):
//
//	securitySchemes MEMBER TYPE                 security schemes by name
//	wrappedScheme : TEXT                        one of the arms: a scheme in the member of its type
//	typedScheme                                 one of the arms: a scheme with a type
//	kept MEMBER                                 writes a string of the scheme's own definition
//	flows MEMBER TYPE [: TEXT]                  OAuth flows; a TEXT requires exactly one
//	flow MEMBER [MEMBER…]                       a flow with its required members
//	requirements MEMBER [MEMBER] TYPE           required schemes; the second name is that of earlier
//	                                            versions
//	schemeNames MEMBER                          the names of schemes, all that 0.1 has
//
// Requests (call.go):
//
//	configuration MEMBER FIELD TYPE             the configuration of a call, if it has one
//	newTask                                     writes nothing: the agent chooses the task's id
//	clientTask MEMBER FIELD                     the task id that the client chooses
//	waits MEMBER                                blocking, the opposite of returning at once
//	blocks MEMBER                               the same in a proto, where false means unset
//	outerID : TEXT                              a message's id from outside the message
//	session : TEXT                              a message's session from outside the message
//	page FIELD TYPE                             members of a query, if there are any
//	milliseconds MEMBER FIELD                   a filter's time as a number; only read
//	name MEMBER FIELD                           a resource name: its task and, for the field, its config
//
// To add a verb, write its function in the file for its subject, add a row to the list at the top of that
// file, and a line above. The row has usage (the words of the line), "about" if the verb has nothing to do
// without, or with, all of its members, and read, write or root. A reader gets the object, its line, the place
// and the value to read into; a writer gets the line's column. A verb names no version: differences between
// versions come from its line or from a rule of the table. If package a2a lacks the field, add it there first;
// "go test ./internal/a2a/dialect/schema -update" then generates fields.go.
package schema
