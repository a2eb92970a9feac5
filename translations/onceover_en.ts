<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en" sourcelanguage="en">
<context>
    <name>ActText</name>
    <message numerus="yes">
        <source>Replay of %n operation(s)</source>
        <translation>
            <numerusform>Replay of %n operation</numerusform>
            <numerusform>Replay of %n operations</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ChannelWork</name>
    <message numerus="yes">
        <source>Median %1 ms, one in twenty slower than %2 ms, of %n call(s).</source>
        <translation>
            <numerusform>Median %1 ms, one in twenty slower than %2 ms, of %n call.</numerusform>
            <numerusform>Median %1 ms, one in twenty slower than %2 ms, of %n calls.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>FreezeText</name>
    <message numerus="yes">
        <source>Not stopped: %n call(s) that may be at the bank already.</source>
        <translation>
            <numerusform>Not stopped: %n call that may be at the bank already.</numerusform>
            <numerusform>Not stopped: %n calls that may be at the bank already.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1: in force since %2, draining: %n call(s) may still leave.</source>
        <translation>
            <numerusform>%1: in force since %2, draining: %n call may still leave.</numerusform>
            <numerusform>%1: in force since %2, draining: %n calls may still leave.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>FROZEN since %1 by %2: %3. Reason: %4. %n operation(s) held.</source>
        <comment>time, person, scope, reason</comment>
        <translation>
            <numerusform>FROZEN since %1 by %2: %3. Reason: %4. %n operation held.</numerusform>
            <numerusform>FROZEN since %1 by %2: %3. Reason: %4. %n operations held.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>And %n more freeze(s).</source>
        <translation>
            <numerusform>And %n more freeze.</numerusform>
            <numerusform>And %n more freezes.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n operation(s)</source>
        <translation>
            <numerusform>%n operation</numerusform>
            <numerusform>%n operations</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n message(s)</source>
        <translation>
            <numerusform>%n message</numerusform>
            <numerusform>%n messages</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n run(s)</source>
        <translation>
            <numerusform>%n run</numerusform>
            <numerusform>%n runs</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>FROZEN since %1: %2. %n held.</source>
        <comment>time, scope</comment>
        <translation>
            <numerusform>FROZEN since %1: %2. %n held.</numerusform>
            <numerusform>FROZEN since %1: %2. %n held.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>IncidentActText</name>
    <message numerus="yes">
        <source>%1: the rows leave %n cause(s) open; weigh them yourself.</source>
        <translation>
            <numerusform>%1: the rows leave %n cause open; weigh it yourself.</numerusform>
            <numerusform>%1: the rows leave %n causes open; weigh them yourself.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>IncidentModel</name>
    <message numerus="yes">
        <source>%n missing</source>
        <comment>step</comment>
        <translation>
            <numerusform>%n missing</numerusform>
            <numerusform>%n missing</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>IncidentText</name>
    <message numerus="yes">
        <source>%n more run(s)</source>
        <translation>
            <numerusform>%n more run</numerusform>
            <numerusform>%n more runs</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 and %n more run(s)</source>
        <comment>run</comment>
        <translation>
            <numerusform>%1 and %n more run</numerusform>
            <numerusform>%1 and %n more runs</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>LayerText</name>
    <message numerus="yes">
        <source>%n question(s)</source>
        <translation>
            <numerusform>%n question</numerusform>
            <numerusform>%n questions</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n effect(s)</source>
        <translation>
            <numerusform>%n effect</numerusform>
            <numerusform>%n effects</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n callback(s)</source>
        <translation>
            <numerusform>%n callback</numerusform>
            <numerusform>%n callbacks</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>LetterWork</name>
    <message numerus="yes">
        <source>%n byte(s)</source>
        <translation>
            <numerusform>%n byte</numerusform>
            <numerusform>%n bytes</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>OperationReport</name>
    <message numerus="yes">
        <source>%n item(s) add up to %1</source>
        <translation>
            <numerusform>%n item adds up to %1</numerusform>
            <numerusform>%n items add up to %1</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Overview</name>
    <message numerus="yes">
        <source>Engine: %n worker(s)</source>
        <translation>
            <numerusform>Engine: %n worker</numerusform>
            <numerusform>Engine: %n workers</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n operation(s) held</source>
        <translation>
            <numerusform>%n operation held</numerusform>
            <numerusform>%n operations held</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>An operation took effect %n time(s). Freeze, then look at the incident.</source>
        <translation>
            <numerusform>An operation took effect %n time. Freeze, then look at the incident.</numerusform>
            <numerusform>An operation took effect %n times. Freeze, then look at the incident.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Needs you, oldest first (the first %n)</source>
        <translation>
            <numerusform>Needs you, oldest first (the first %n)</numerusform>
            <numerusform>Needs you, oldest first (the first %n)</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n alert(s)</source>
        <comment>open</comment>
        <translation>
            <numerusform>%n alert</numerusform>
            <numerusform>%n alerts</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>PlanText</name>
    <message numerus="yes">
        <source>%n open operation(s) go to the old one, whatever is decided.</source>
        <translation>
            <numerusform>%n open operation goes to the old one, whatever is decided.</numerusform>
            <numerusform>%n open operations go to the old one, whatever is decided.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1: %n operation(s), %2</source>
        <comment>action, amount</comment>
        <translation>
            <numerusform>%1: %n operation, %2</numerusform>
            <numerusform>%1: %n operations, %2</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n open operation(s) of its scope are left alone.</source>
        <translation>
            <numerusform>%n open operation of its scope is left alone.</numerusform>
            <numerusform>%n open operations of its scope are left alone.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Closes: difference(s) %1</source>
        <comment>numbers</comment>
        <translation>
            <numerusform>Closes: difference %1</numerusform>
            <numerusform>Closes: differences %1</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>PracticeGuide</name>
    <message numerus="yes">
        <source>%1 is gone since %2; %n operation(s) still wait for its lease to end.</source>
        <translation>
            <numerusform>%1 is gone since %2; %n operation still waits for its lease to end.</numerusform>
            <numerusform>%1 is gone since %2; %n operations still wait for its lease to end.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 is gone since %2. Others found %n of its attempts lost and finished the work; none took effect twice.</source>
        <translation>
            <numerusform>%1 is gone since %2. Others found %n of its attempts lost and finished the work; none took effect twice.</numerusform>
            <numerusform>%1 is gone since %2. Others found %n of its attempts lost and finished the work; none took effect twice.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 vanished: by %2 others had found %n of its attempts lost and finished its work; none took effect twice.</source>
        <comment>worker, time</comment>
        <translation>
            <numerusform>%1 vanished: by %2 others had found %n of its attempts lost and finished its work; none took effect twice.</numerusform>
            <numerusform>%1 vanished: by %2 others had found %n of its attempts lost and finished its work; none took effect twice.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n request(s) wait for you. Read the sheet, then approve or reject.</source>
        <translation>
            <numerusform>%n request waits for you. Read the sheet, then approve or reject.</numerusform>
            <numerusform>%n requests wait for you. Read the sheet, then approve or reject.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n request(s) wait for a second person: who asked cannot approve. Open the console as %1.</source>
        <translation>
            <numerusform>%n request waits for a second person: who asked cannot approve. Open the console as %1.</numerusform>
            <numerusform>%n requests wait for a second person: who asked cannot approve. Open the console as %1.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n dead letter(s) are open. Pick one that never took effect and ask that it be done again.</source>
        <translation>
            <numerusform>%n dead letter is open. Pick one that never took effect and ask that it be done again.</numerusform>
            <numerusform>%n dead letters are open. Pick one that never took effect and ask that it be done again.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 judged every chain at %2: %n row(s), each as it was written.</source>
        <comment>person, time</comment>
        <translation>
            <numerusform>%1 judged every chain at %2: %n row, as it was written.</numerusform>
            <numerusform>%1 judged every chain at %2: %n rows, each as it was written.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>RequestText</name>
    <message numerus="yes">
        <source>Money out at most: %1 to %n payee(s), under keys that were computed before.</source>
        <translation>
            <numerusform>Money out at most: %1 to %n payee, under keys that were computed before.</numerusform>
            <numerusform>Money out at most: %1 to %n payees, under keys that were computed before.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>If approved, %n difference(s) are closed; no money moves and no state changes.</source>
        <translation>
            <numerusform>If approved, %n difference is closed; no money moves and no state changes.</numerusform>
            <numerusform>If approved, %n differences are closed; no money moves and no state changes.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>If you do nothing: the request expires at %1 and %n difference(s) stay open.</source>
        <translation>
            <numerusform>If you do nothing: the request expires at %1 and %n difference stays open.</numerusform>
            <numerusform>If you do nothing: the request expires at %1 and %n differences stay open.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ScheduleText</name>
    <message numerus="yes">
        <source>more than %n run(s) due, the oldest for %1</source>
        <translation>
            <numerusform>more than %n run due, the oldest for %1</numerusform>
            <numerusform>more than %n runs due, the oldest for %1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n run(s) due, the oldest for %1</source>
        <translation>
            <numerusform>%n run due, for %1</numerusform>
            <numerusform>%n runs due, the oldest for %1</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>StatementWork</name>
    <message numerus="yes">
        <source>%n line(s) name a message of ours</source>
        <translation>
            <numerusform>%n line names a message of ours</numerusform>
            <numerusform>%n lines name a message of ours</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n difference(s) found</source>
        <translation>
            <numerusform>%n difference found</numerusform>
            <numerusform>%n differences found</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>VerificationText</name>
    <message numerus="yes">
        <source>%n place(s) are not as they were written. First: %1. Keep everything as it is and tell the auditor.</source>
        <translation>
            <numerusform>%n place is not as it was written: %1. Keep everything as it is and tell the auditor.</numerusform>
            <numerusform>%n places are not as they were written. First: %1. Keep everything as it is and tell the auditor.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>onceover::views::ApprovalSheet</name>
    <message numerus="yes">
        <source>%1 · %n item(s) · asked for by %2 at %3</source>
        <comment>kind, person, time</comment>
        <translation>
            <numerusform>%1 · %n item · asked for by %2 at %3</numerusform>
            <numerusform>%1 · %n items · asked for by %2 at %3</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>onceover::views::AttemptChart</name>
    <message numerus="yes">
        <source>%n attempt(s) by %1. The table below has the same rows.</source>
        <translation>
            <numerusform>%n attempt by %1. The table below has the same row.</numerusform>
            <numerusform>%n attempts by %1. The table below has the same rows.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n more not drawn: the table has them</source>
        <translation>
            <numerusform>%n more not drawn: the table has it</numerusform>
            <numerusform>%n more not drawn: the table has them</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>onceover::views::BatchPage</name>
    <message numerus="yes">
        <source>%n attempt(s) lost on the way</source>
        <translation>
            <numerusform>%n attempt lost on the way</numerusform>
            <numerusform>%n attempts lost on the way</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>onceover::views::DataTable</name>
    <message numerus="yes">
        <source>%n new</source>
        <translation>
            <numerusform>%n new</numerusform>
            <numerusform>%n new</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>onceover::views::FreezeDialog</name>
    <message numerus="yes">
        <source>and %n more</source>
        <translation>
            <numerusform>and %n more</numerusform>
            <numerusform>and %n more</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>onceover::views::LiftDialog</name>
    <message numerus="yes">
        <source>%n run(s) held</source>
        <translation>
            <numerusform>%n run held</numerusform>
            <numerusform>%n runs held</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>onceover::views::ListPage</name>
    <message numerus="yes">
        <source>No connection: filtered the %n row(s) loaded before</source>
        <translation>
            <numerusform>No connection: filtered the %n row loaded before</numerusform>
            <numerusform>No connection: filtered the %n rows loaded before</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>onceover::views::OperationPage</name>
    <message numerus="yes">
        <source>%n item(s) add up to %1: the amount of the operation.</source>
        <translation>
            <numerusform>%n item adds up to %1: the amount of the operation.</numerusform>
            <numerusform>%n items add up to %1: the amount of the operation.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n item(s) add up to %1, but the operation is about %2.</source>
        <translation>
            <numerusform>%n item adds up to %1, but the operation is about %2.</numerusform>
            <numerusform>%n items add up to %1, but the operation is about %2.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>onceover::views::PlanDialog</name>
    <message numerus="yes">
        <source>%n operation(s)</source>
        <translation>
            <numerusform>%n operation</numerusform>
            <numerusform>%n operations</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>onceover::views::ReadingPage</name>
    <message numerus="yes">
        <source>Updates paused, %n change(s) waiting – F5</source>
        <translation>
            <numerusform>Updates paused, %n change waiting – F5</numerusform>
            <numerusform>Updates paused, %n changes waiting – F5</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>onceover::views::ReplayDialog</name>
    <message numerus="yes">
        <source>and %n more</source>
        <translation>
            <numerusform>and %n more</numerusform>
            <numerusform>and %n more</numerusform>
        </translation>
    </message>
</context>
</TS>
