package schema

import (
	"github.com/a2a-console/a2a-console/internal/a2a/jsonio"
)

// verb is what a line does. Its line has members by name; where it has a field, the one that
// they go to; and may have a type.
type verb struct {
	field bool     // a field of the type's value comes after the names
	null  bool     // of an arm: null is a value
	about presence // of the members, without which, or with which, there is nothing to do
	read  func(s *Schema, o jsonio.Object, r *row, at *place, v any)
	write func(s *Schema, w *jsonio.Writer, c *column, v any, l jsonio.Losses)
	root  func(s *Schema, n jsonio.Node, r *row, v any) (done, ok bool) // of the document's root
}

// presence is of which members a verb is about.
type presence int

const (
	all     presence = iota
	present          // nothing is done where none of the members is there
	missing          // nothing is done where all are there and not null
)

// verbs are all there are. First those of shapes, then what is none.
var verbs = map[string]*verb{}

func init() { // they find others
	for name, v := range map[string]verb{
		// Presence and foreign members.
		"need":        {about: missing, read: readNeed},
		"foreign":     {about: present, read: readForeign},
		"nulls":       {read: readNulls},
		"snake":       {read: readSnake},
		"kind":        {read: readKind},
		"absent":      {field: true, read: readAbsent},
		"filled":      {field: true, read: readFilled},
		"notNegative": {read: readNotNegative},
		"between":     {read: readBetween},

		// Values.
		"text":          {about: present, field: true, read: readText, write: writeText},
		"texts":         {about: present, field: true, read: readTexts, write: writeTexts},
		"flag":          {about: present, field: true, read: readFlag, write: writeFlag},
		"number":        {about: present, field: true, read: readNumber, write: writeNumber},
		"length":        {about: present, field: true, read: readLength, write: writeLength},
		"object":        {about: present, field: true, read: readObject, write: writeObject},
		"state":         {about: present, field: true, read: readState, write: writeState},
		"role":          {field: true, read: readRole, write: writeRole},
		"time":          {about: present, field: true, read: readTime, write: writeTime},
		"after":         {about: present, field: true, read: readTime, write: writeSince},
		"tail":          {field: true, read: readNothing, write: writeWithin},
		"since":         {about: present, field: true, read: readSince, write: writeSince},
		"one":           {field: true, read: readOne, write: writeOne},
		"first":         {about: present, field: true, read: readFirst, write: writeOne},
		"within":        {field: true, read: readWithin, write: writeWithin},
		"list":          {about: present, field: true, read: readList, write: writeList},
		"parts":         {about: present, field: true, read: readParts, write: writeParts},
		"also":          {about: present, field: true, read: readAlso},
		"insteadOf":     {field: true, read: readInsteadOf},
		"insteadNested": {field: true, read: readInsteadNested},
		"quietly":       {about: present, field: true, read: readQuietly},
		"idOrTaskId":    {field: true, read: readIDOrTaskID, write: writeIDOrTaskID},
		"instead":       {about: present, field: true, read: readInstead},

		// Results and events.
		"payload":      {read: readPayload},
		"byKind":       {read: readByKind},
		"byMembers":    {read: readByMembers},
		"taskOrOther":  {read: readTaskOrOther},
		"notification": {read: readNotification},
		"only":         {read: readOnly},
		"arms":         {write: writeArms},
		"taskAnswer":   {write: writeTaskAnswer},
		"updates":      {write: writeUpdates},
		"whole":        {write: writeWhole},
		"array":        {field: true, root: rootArray},
		"listed":       {field: true, root: rootList},
		"wrapped":      {root: rootWrapped},

		// Messages and tasks.
		"messageID":    {about: present, field: true, read: readText, write: writeMessageID},
		"sender":       {about: present, read: readSender},
		"partsInstead": {about: present, field: true, read: readPartsInstead},
		"unspecified":  {field: true, read: readUnspecified},
		"final":        {about: present, field: true, read: readFlag, write: writeFinal},
		"artifactID":   {read: readArtifactID},
		"index":        {read: readIndex, write: writeIndex},
		"inArtifact":   {read: readInArtifact},
		"named":        {about: present, read: readNamed},
		"innerFlags":   {about: present, read: readInnerFlags},
		"loneArtifact": {field: true, read: readLoneArtifact, write: writeLoneArtifact},

		// Parts.
		"oneContent":   {read: readOneContent, write: writeContent},
		"byWord":       {read: readContentByKind, write: writeContent},
		"words":        {read: readContentText, write: writeContentText},
		"bytes":        {read: readContentBytes, write: writeContentBytes},
		"url":          {read: readContentURL, write: writeContentBytes},
		"any":          {null: true, read: readContentAny, write: writeContentAny},
		"data":         {read: readContentObject, write: writeContentObject},
		"wrappedData":  {read: readContentWrapped, write: writeContentWrapped},
		"file":         {read: readContentFile, write: writeContentFile},
		"newFile":      {read: readContentNew},
		"fileBytes":    {read: readFileBytes, write: writeFileBytes},
		"fileURL":      {read: readFileURL},
		"fileOneOf":    {read: readFileOneOf},
		"partMetadata": {write: writePartMetadata},

		// Requests.
		"configuration": {field: true, read: readOne, write: writeConfiguration},
		"newTask":       {write: writeNewTask},
		"clientTask":    {about: present, field: true, read: readText, write: writeClientTask},
		"waits":         {read: readWaits, write: writeWaits},
		"blocks":        {read: readBlocks, write: writeBlocks},
		"outerID":       {read: readOuterID},
		"session":       {read: readSession, write: writeSession},
		"page":          {field: true, read: readPage, write: writeWithin},
		"milliseconds":  {about: present, field: true, read: readMilliseconds},
		"name":          {read: readName, write: writeName},

		// Push configs.
		"push":       {read: readPush, write: writePush},
		"flat":       {read: readFlat, write: writeFlat},
		"nestedOnly": {read: readNestedOnly, write: writeNested},
		"nested":     {read: readNested, write: writeNested},
		"configName": {read: readConfigName, write: writeConfigName},
		"create":     {read: readCreate, write: writeCreate},
		"address":    {read: readAddress},
		"schemes":    {read: readSchemes, write: writeSchemes},
		"signIn":     {field: true, read: readOne, write: writeSignIn},

		// Cards.
		"modes":            {read: readModes},
		"modesOrText":      {read: readModesOrText},
		"unique":           {read: readUnique},
		"notEmpty":         {read: readNotEmpty},
		"signatures":       {read: readSignatures, write: writeSignatures},
		"extended":         {read: readExtended, write: writeExtended},
		"foreignAlone":     {read: readForeignAlone},
		"binding":          {read: readBinding, write: writeBinding},
		"interfaceAddress": {read: readInterfaceAddress},
		"interfaceVersion": {read: readInterfaceVersion, write: writeInterfaceVersion},
		"loneInterface":    {read: readLoneInterface, write: writeLoneInterface},
		"interfaces":       {read: readInterfaces, write: writeInterfaces},
		"version":          {read: readNothing, write: writeVersion},
		"securitySchemes":  {read: readSecuritySchemes, write: writeSecuritySchemes},
		"requirements":     {read: readRequirements, write: writeRequirements},
		"schemeNames":      {read: readSchemeNames, write: writeSchemeNames},
	} {
		verbs[name] = &v
	}
}

// readNothing is of lines that only write.
func readNothing(*Schema, jsonio.Object, *row, *place, any) {}
