// Package schema reads and writes the documents of a protocol version by a table of text.
// Compile makes a Dialect of one: its reader walks a jsonrepair.Tree along the types of the
// table and reports each finding where it stands; its writer goes back, and notes what the
// version cannot say. The package knows no version: what tells versions apart is in their tables.
//
// # Blocks
//
// A table is blocks. A block begins at the margin with a head; what is in brackets may be missing,
// "…" stands for more of the same:
//
//	version NAME [of NAME]        the first line; "of": all that another table has, less what follows
//	take NAME HEAD…               what another table has of some heads
//	form CHECK [SEVERITY SECTION] the rule of members of the wrong JSON type, which other rules have
//	                              what they lack of
//	names CHECK [SEVERITY SECTION]
//	                              the rule of members by their proto names, which are read
//	cased CHECK [SEVERITY SECTION]
//	                              the rule of members whose names are those of the version but for
//	                              the case of their letters, which are not read
//	nulls CHECK [SEVERITY SECTION]
//	                              the rule of members that are null
//	protojson                     enums may be numbers, and numbers strings
//	utc                           times are in UTC
//	errordata FORM                error.data is a list of "typed" objects or an "object"; else any
//	                              JSON
//	devicecode                    OAuth flows are those of 1.0
//	implicit                      zero and false are the same as unset
//	sections FILE                 what sections without a § are of: "a2a.proto"
//	states WORD…                  the states as they are spelled
//	roles USER AGENT              the roles as they are spelled
//	pushes NAME                   push notifications are those of another table of the version
//	cards PATH…                   where cards are served, the official path first
//	header NAME VALUE             the header by which a client names the version; each table has its
//	                              own where the one that it refers to has one
//	extensions HEADER             the header that lists extensions
//	service NAME                  of gRPC
//	shown MESSAGE.FIELD…          fields that ProtoJSON shows when they are empty
//	field MESSAGE NUMBER NAME TYPE [optional]
//	                              a field that the descriptors do not have, of protobuf's own types
//	near ERROR ERROR              what stands for an error or a state that the version does not have
//	facts [PART]                  fields of package version, or of a PART of it, a line each: NAME
//	                              VALUE, FLAG FLAG, or "no" NAME: not any more
//	path PATH OPERATION           a path that speaks for the version
//	draft METHOD OPERATION        a method that no release has; its rule is the section, its text
//	                              where it is from
//	kit RELEASE [FLAG…]           a conformance kit, by the release it was written for
//	routes ROOT CARD              paths of HTTP+JSON below ROOT, "-" for none, and that of the
//	                              extended CARD
//	drop HEAD [NAME]              takes away a rule or an error by name, or all draft, path, kit,
//	                              routes or facts
//	rule NAME                     " : RULE : TEXT", which verbs look for by name
//	op OPERATION METHOD [REQUEST RESPONSE]
//	                              an operation: its methods, joined by commas, of which the first is
//	                              written, "-" for none; the types of request and response, "null" and
//	                              "Empty" for none ("TYPE/MESSAGE" where the protobuf message has
//	                              another name, "TYPE/" where there is none). "op OPERATION METHOD"
//	                              changes the methods alone
//	error NAME CODE [REASON]      an error, and the reason that 1.0 gives
//	type NAME [as GO like TYPE from NAME SECTION]
//	                              " : RULE : TEXT", a type: GO is the type of package a2a that it goes
//	                              to, RULE the one for what is no object, TEXT is said where nothing
//	                              stands
//	change TYPE                   a type with some lines replaced, added or, with "-", taken away
//
// # Lines of a type
//
// The indented lines of a type are a verb with members, then the field that they go to, then a
// type with the rule that its own "@" stands for:
//
//	text contextId ContextID
//	one message|msg Message Message(RES-22 agent) : RES-22 warning §6.2 : what is said
//	object metadata Metadata : §7
//
// Members begin with a small letter, fields and types with a capital. "a|b" is a member with another
// name, in tables whose head has names (elsewhere: instead); the field "." is the value itself. "Message(RULE agent)" is a type that is told the rule of
// the place, and the role of a message that names none. "{version}" in a text is the version's name.
//
// A RULE is check, severity (error, if not said) and section (the type's, if not said); "@" is
// the check of the place where a type stands. Without one it is the rule of "form". The order of
// the lines is the order of the findings.
//
// Before some verbs stands a word:
//
//	arm VERB …      one of several alternatives that a verb of the type chooses among: a part's
//	                content, what an event is, a kind of security scheme
//	root VERB …     reads the document's root before it is known to be an object
//	- VERB MEMBER   takes a line away from those of the type that this one is like
//
// What is written has lines of its own:
//
//	write NAME …        the members in the order in which they are written: "name" when it is set,
//	                    "name!" always, "name=word" a constant, "{verb}" or "{verb:how}" what a
//	                    verb writes that has no member, or several
//	lose FIELD : WHY    notes a field that is not written
//
// "type A like B", "type A from VERSION" and "change A" take the lines of another type: lines with
// the same verb and first member replace them, others come after. One line "write" or "lose"
// replaces all former lines "write" and "lose": what is still lost is said again.
//
// # Verbs
//
// A verb is a function with a reason, for what is no shape. Lines that only look report what is
// said of their members; the others read them into the field.
//
// Values, presence and members of others (read.go):
//
//	text MEMBER FIELD                           a text
//	texts MEMBER FIELD                          a list of texts
//	flag MEMBER FIELD                           true or false
//	big MEMBER FIELD                            an integer of 64 bits, a string in ProtoJSON
//	anything MEMBER FIELD                       any JSON
//	number MEMBER FIELD                         an integer
//	length MEMBER FIELD                         how much history is wanted: a number that is not
//	                                            negative
//	object MEMBER FIELD                         an object of any members
//	state MEMBER FIELD                          a state, by the words of "states"
//	role MEMBER FIELD                           a role, by the words of "roles"
//	time MEMBER FIELD                           a time stamp
//	after MEMBER FIELD                          a time of a filter: kept as it is where it is no time
//	tail FIELD TYPE                             members of the value in the field that are written
//	                                            later than others
//	since MEMBER… FIELD                         a time of a filter under the first of several names
//	one MEMBER FIELD TYPE                       an object
//	first MEMBER… FIELD TYPE                    an object under the first of several names
//	within FIELD TYPE                           members of this object that go to the value in the
//	                                            field
//	list MEMBER FIELD TYPE                      a list of objects; what is no object is left out
//	parts MEMBER FIELD TYPE                     a list of parts, of which none is left out
//	instead MEMBER [unless MEMBER] FIELD [: TEXT]  a text under another name, where the field is still
//	                                            empty; not with the member after "unless". Reported where there is a TEXT
//	need MEMBER…                                members that are required
//	foreign MEMBER… : TEXT                      members of other versions
//	nulls                                       members that are null
//	snake : TEXT                                names in snake_case: reported, and not read. A line instead that reads one
//	                                            has the same RULE and TEXT
//	kind MEMBER KIND                            a word that says what the object is
//	filled MEMBER… FIELD [: TEXT]               a field that nothing was read into; without a TEXT the
//	                                            first member is required
//	between MEMBER LEAST [MOST]                 bounds of a number
//
// Messages, tasks, results and events (event.go):
//
//	messageID MEMBER FIELD                      a text that is made where a message has none
//	sender MEMBER : TEXT                        a message from the agent where one from the user
//	                                            belongs
//	partsInstead MEMBER MEMBER FIELD TYPE : TEXT
//	                                            a list of parts under the first name where the second
//	                                            is missing
//	unspecified MEMBER FIELD : TEXT             a state that says nothing
//	final MEMBER FIELD                          a flag that is written where a stream must end
//	artifactID                                  what stands for the id of an artifact without one
//	index MEMBER                                the index that 0.1 has in place of an id
//	named MEMBER : TEXT                         the id that artifacts have from 0.2 on
//	innerFlags MEMBER                           flags of the event in its artifact
//	loneArtifact MEMBER FIELD TYPE              the artifact of an event of 0.1, with the flags
//	payload PARTS…                              one of the arms, under its member; a message without
//	                                            one has one of these PARTS
//	byKind MEMBER TYPE                          one of the arms, by the word in MEMBER; TYPE is of a
//	                                            bare status
//	byMembers : TEXT                            one of the arms, by its members
//	taskOrOther TYPE                            a task of 0.1, a message or an event of TYPE
//	notification TYPE : TEXT                    a push notification of 0.1, an event of TYPE or a
//	                                            notice
//	only [task] : TEXT                          other arms than task and message, or than task
//	arms                                        writes the arm that there is; ":bare" without its
//	                                            member, "answer" or "task" alone
//	taskAnswer                                  writes a task, or one that stands for a message
//	updates                                     writes an event of 0.1; ":whole" a task as it is
//	array FIELD TYPE [: TEXT]                   an array in place of the object
//	listed FIELD TYPE : TEXT                    an array, or the object of 1.0 in its place
//	wrapped MEMBER : TEXT                       the value in a member that names it
//
// Parts, as arms or lines (part.go):
//
//	oneContent MEMBER… TYPE : TEXT              one of the arms; a file of another version under one
//	                                            of the names
//	byWord MEMBER MEMBER : TEXT                 the arm that the first member names, or the second of
//	                                            another version
//	any MEMBER                                  any JSON, null included
//	data MEMBER [array] : TEXT                  an object, or "array"
//	wrappedData MEMBER                          an object in a member data of its own
//	fileBytes MEMBER [MEMBER… : TEXT]           base64, under the first name or another
//	fileURL MEMBER [MEMBER… : TEXT]             the URL of a file, under the first name or another
//	fileOneOf WORD : TEXT                       bytes and URL; WORD is how none of them is called
//	partMetadata                                writes the metadata of a part
//
// Push configs (push.go):
//
//	push TYPE                                   the push config that a call makes, in this object
//	flat [MEMBER…] TYPE : TEXT                  members of TYPE here, and those that are required;
//	                                            nested is of another version
//	nested MEMBER [MEMBER…] TYPE : TEXT         TYPE in the first member, the others are required;
//	                                            flat is of another version
//	create MEMBER TYPE                          TYPE in the member, or in the shapes that servers have
//	address MEMBER SEVERITY [SECTION]           a URL that clients can use; SEVERITY is that of http
//	                                            and private networks
//	schemes MEMBER MEMBER : TEXT                the schemes of a webhook, under the first name or, of
//	                                            another version, the second
//	signIn MEMBER FIELD TYPE                    how an agent signs in at a webhook, where that is said
//
// Cards (card.go):
//
//	modes MEMBER…                               media types
//	modesOrText MEMBER…                         the same, or the bare word text
//	unique MEMBER MEMBER : TEXT                 values of the second member in the list that come
//	                                            twice
//	notEmpty MEMBER…                            lists that are empty
//	signatures MEMBER [HEADER…]                 signatures, which must name some HEADERs
//	extended MEMBER MEMBER : TEXT               whether there is an extended card; the second name is
//	                                            of a draft
//	foreignAlone MEMBER… : TEXT                 "foreign" in cards without a url
//	binding MEMBER MEMBER : TEXT                what an interface speaks
//	interfaceAddress MEMBER SEVERITY [SECTION]  "address" of a binding over HTTP
//	interfaceVersion MEMBER VERSION : TEXT      the version of an interface; VERSION where the card
//	                                            says transport
//	loneInterface MEMBER                        the one address of 0.1
//	interfaces TYPE                             the addresses of 0.2 and 0.3
//	version MEMBER VERSION                      writes the version that an interface says, or VERSION
//
// Security schemes (security.go):
//
//	securitySchemes MEMBER TYPE                 security schemes by name
//	wrappedScheme : TEXT                        one of the arms: a scheme in the member of its type
//	typedScheme                                 one of the arms: a scheme with a type
//	kept MEMBER                                 writes a text of the scheme as it was defined
//	flows MEMBER TYPE [: TEXT]                  OAuth flows; a TEXT says that there is one
//	flow MEMBER [MEMBER…]                       a flow with the members that it must have
//	requirements MEMBER [MEMBER] TYPE           required schemes; the second name is of earlier
//	                                            versions
//	schemeNames MEMBER                          the names of schemes, which is all that 0.1 has
//
// Requests (call.go):
//
//	configuration MEMBER FIELD TYPE             the configuration of a call, where it has one
//	newTask                                     writes nothing: the agent names the task
//	clientTask MEMBER FIELD                     the task that the client names
//	waits MEMBER                                blocking, the opposite of returning at once
//	blocks MEMBER                               the same in a proto, where false is unset
//	outerID : TEXT                              the id of a message beside it
//	session : TEXT                              the session of a message beside it
//	page FIELD TYPE                             members of a query, if any is there
//	milliseconds MEMBER FIELD                   a time of a filter as a number, which is only read
//	name MEMBER FIELD                           a resource name: its task and, into the field, its
//	                                            config
//
// A new verb is a function here, by its reason, and a row in the list at the top of its file: how it
// is written (usage), "about" where it has nothing to do without, or with, all of its members, and
// read, write or root. A reader gets the object, its line and the place, and the value to read into;
// a writer the line's column. It has a line above, and no version in it: what versions differ in it
// gets from its line or from a rule of the table. A field that package a2a does not have is added
// there first; "go test ./internal/a2a/dialect/schema -update" makes fields.go.
package schema
