<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN" sourcelanguage="en">
<context>
    <name>ActText</name>
    <message>
        <source>Requested</source>
        <comment>act</comment>
        <translation>已提交请求</translation>
    </message>
    <message>
        <source>The database recorded it; the engine carries it out.</source>
        <translation>数据库已记录，由引擎执行。</translation>
    </message>
    <message>
        <source>Refused</source>
        <comment>act</comment>
        <translation>已拒绝</translation>
    </message>
    <message>
        <source>A rule said no; nothing was changed.</source>
        <translation>规则不允许，未作任何更改。</translation>
    </message>
    <message>
        <source>Not carried out</source>
        <comment>act</comment>
        <translation>未执行</translation>
    </message>
    <message>
        <source>Nothing was changed.</source>
        <translation>未作任何更改。</translation>
    </message>
    <message>
        <source>Outcome unknown</source>
        <comment>act</comment>
        <translation>结果未知</translation>
    </message>
    <message>
        <source>The answer was lost; it is asked for by request id and never sent again by itself.</source>
        <translation>未收到应答；将按请求号查询，绝不会自行重发。</translation>
    </message>
    <message>
        <source>%1 for %2</source>
        <comment>job for business date</comment>
        <translation>%1（业务日期 %2）</translation>
    </message>
    <message>
        <source>%1: outcome unknown; it is asked for by request id, and never sent again by itself.</source>
        <translation>%1：结果未知；将按请求号查询，绝不会自行重发。</translation>
    </message>
    <message>
        <source>%1: outcome unknown, and it cannot be asked for. Look for this date on the page Batches. Asking again is harmless: a job and a business date are one run.</source>
        <translation>%1：结果未知，且无法查询。请在“批次”页查找该日期。再次请求没有副作用：同一作业同一业务日期只有一次运行。</translation>
    </message>
    <message>
        <source>%1: not carried out; nothing is recorded under its request id. Asking again with the same dialog is harmless.</source>
        <translation>%1：未执行；该请求号下没有任何记录。可在同一对话框中再次请求，没有副作用。</translation>
    </message>
    <message>
        <source>%1: not carried out. %2</source>
        <comment>act, what happened and what to do</comment>
        <translation>%1：未执行。%2</translation>
    </message>
    <message>
        <source>Alert %1</source>
        <translation>告警 %1</translation>
    </message>
    <message>
        <source>%1: seen by %2.</source>
        <comment>alert, person</comment>
        <translation>%1：%2 已知悉。</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>alert, why it was refused</comment>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>%1: outcome unknown; it is said again as soon as there is a connection. Saying so twice is saying it once.</source>
        <translation>%1：结果未知；一有连接就会再说一次。说两次等于说一次。</translation>
    </message>
    <message>
        <source>%1: not acknowledged. %2</source>
        <comment>alert, what happened and what to do</comment>
        <translation>%1：未确认。%2</translation>
    </message>
    <message>
        <source>Acknowledged</source>
        <comment>act</comment>
        <translation>已确认</translation>
    </message>
    <message>
        <source>Who looks after it is recorded.</source>
        <translation>由谁负责已经记录。</translation>
    </message>
    <message>
        <source>The answer was lost; it is said again, which changes nothing.</source>
        <translation>回答丢失；会再说一次，不会改变任何东西。</translation>
    </message>
    <message>
        <source>Freeze of %1</source>
        <comment>scope</comment>
        <translation>冻结 %1</translation>
    </message>
    <message numerus="yes">
        <source>Replay of %n operation(s)</source>
        <translation>
            <numerusform>重放 %n 个操作</numerusform>
        </translation>
    </message>
    <message>
        <source>Lift of freeze %1</source>
        <translation>解除冻结 %1</translation>
    </message>
    <message>
        <source>Dismissal of letter %1</source>
        <translation>撤销死信 %1</translation>
    </message>
    <message>
        <source>Request %1</source>
        <translation>请求 %1</translation>
    </message>
    <message>
        <source>%1: %2 %3</source>
        <comment>item: what happened, what to do next</comment>
        <translation>%1：%2%3</translation>
    </message>
    <message>
        <source>%1: ordered, not yet in force; the engine goes on enforcing it.</source>
        <translation>%1：已下达，尚未生效；引擎会继续使其生效。</translation>
    </message>
    <message>
        <source>%1: in force already; nothing new was ordered.</source>
        <translation>%1：早已生效；没有新的下达。</translation>
    </message>
    <message>
        <source>%1: in force.</source>
        <translation>%1：已生效。</translation>
    </message>
    <message>
        <source>%1: requested under number %2. A second person decides on the page Approvals.</source>
        <translation>%1：已提出请求，编号 %2。由另一个人在“审批”页决定。</translation>
    </message>
    <message>
        <source>%1: approved. The engine carries it out; the page Approvals shows what became of each item.</source>
        <translation>%1：已批准。由引擎执行；“审批”页显示每一项的结果。</translation>
    </message>
    <message>
        <source>%1: rejected; nothing is done.</source>
        <translation>%1：已驳回；不做任何事。</translation>
    </message>
    <message>
        <source>%1: withdrawn; nothing is done.</source>
        <translation>%1：已撤回；不做任何事。</translation>
    </message>
    <message>
        <source>%1: outcome unknown, and it cannot be asked for. Look at the page Approvals before you ask again.</source>
        <translation>%1：结果未知，且无法查询。再次提出之前，请先查看“审批”页。</translation>
    </message>
    <message>
        <source>Frozen</source>
        <comment>act</comment>
        <translation>已冻结</translation>
    </message>
    <message>
        <source>New attempts, claims, retries and sends are stopped there.</source>
        <translation>该范围内新的尝试、领取、重试和发送已停止。</translation>
    </message>
    <message>
        <source>Approved</source>
        <comment>act</comment>
        <translation>已批准</translation>
    </message>
    <message>
        <source>Rejected</source>
        <comment>act</comment>
        <translation>已驳回</translation>
    </message>
    <message>
        <source>The database recorded it; nothing is done.</source>
        <translation>数据库已记录；不做任何事。</translation>
    </message>
    <message>
        <source>Withdrawn</source>
        <comment>act</comment>
        <translation>已撤回</translation>
    </message>
    <message>
        <source>%1: outcome unknown, and it cannot be asked for. Look at the incident&apos;s log before you do it again.</source>
        <translation>%1：结果未知，且无法查询。再做之前，请先查看事故日志。</translation>
    </message>
    <message>
        <source>Rules of %1, stage “%2”</source>
        <comment>job, stage</comment>
        <translation>%1 的规则，阶段“%2”</translation>
    </message>
    <message>
        <source>Decision about operation %1</source>
        <translation>对操作 %1 的裁定</translation>
    </message>
    <message>
        <source>Compensation of operation %1</source>
        <translation>操作 %1 的补偿</translation>
    </message>
    <message>
        <source>Revision of operation %1</source>
        <translation>操作 %1 的修订</translation>
    </message>
    <message>
        <source>Correction of difference %1</source>
        <translation>差异 %1 的更正</translation>
    </message>
    <message>
        <source>Match of difference %1</source>
        <translation>差异 %1 的匹配</translation>
    </message>
    <message>
        <source>Missing message of operation %1</source>
        <translation>操作 %1 的缺失消息</translation>
    </message>
    <message>
        <source>Re-send of operation %1</source>
        <translation>操作 %1 的重新发送</translation>
    </message>
    <message>
        <source>%1: outcome unknown, and it cannot be asked for. Look at the page Stuck leases before you do it again.</source>
        <translation>%1：结果未知，且无法查询。再次操作前请查看“卡住的租约”页面。</translation>
    </message>
    <message>
        <source>What is masked of operation %1</source>
        <translation>操作 %1 被遮蔽的内容</translation>
    </message>
    <message>
        <source>%1: shown. That you looked, and why, is in the audit.</source>
        <translation>%1：已显示。您查看过以及原因已记入审计。</translation>
    </message>
    <message>
        <source>%1: outcome unknown; it is asked for by request id. Within a minute that is the same look.</source>
        <translation>%1：结果未知；将按请求号查询。一分钟之内算作同一次查看。</translation>
    </message>
    <message>
        <source>%1: outcome unknown, and it cannot be asked for. Look again: each look is recorded.</source>
        <translation>%1：结果未知，且无法查询。请再次查看：每次查看都会记录。</translation>
    </message>
    <message>
        <source>%1: not shown. %2</source>
        <comment>operation, what happened and what to do</comment>
        <translation>%1：未显示。%2</translation>
    </message>
    <message>
        <source>Shown</source>
        <comment>act</comment>
        <translation>已显示</translation>
    </message>
    <message>
        <source>Who looked, and why, is recorded.</source>
        <translation>谁查看以及原因已经记录。</translation>
    </message>
    <message>
        <source>The answer was lost; it is asked for under the same request id.</source>
        <translation>回答丢失；将以同一请求号查询。</translation>
    </message>
</context>
<context>
    <name>AlertText</name>
    <message>
        <source>message %1</source>
        <translation>消息 %1</translation>
    </message>
    <message>
        <source>operation %1</source>
        <translation>操作 %1</translation>
    </message>
    <message>
        <source>run %1</source>
        <translation>运行 %1</translation>
    </message>
    <message>
        <source>worker %1</source>
        <translation>工作进程 %1</translation>
    </message>
    <message>
        <source>channel %1</source>
        <translation>渠道 %1</translation>
    </message>
    <message>
        <source>job %1</source>
        <translation>作业 %1</translation>
    </message>
    <message>
        <source>difference %1</source>
        <translation>差异 %1</translation>
    </message>
    <message>
        <source>calendar %1</source>
        <translation>日历 %1</translation>
    </message>
    <message>
        <source>the bank&apos;s book, %1</source>
        <translation>银行账，%1</translation>
    </message>
    <message>
        <source>dead letter</source>
        <translation>死信</translation>
    </message>
    <message>
        <source>dead letter for too long</source>
        <translation>死信长期未处理</translation>
    </message>
    <message>
        <source>unknown for too long</source>
        <translation>结果长期未知</translation>
    </message>
    <message>
        <source>leases stuck</source>
        <translation>租约卡住</translation>
    </message>
    <message>
        <source>too many wait</source>
        <translation>排队过多</translation>
    </message>
    <message>
        <source>the oldest waits too long</source>
        <translation>最早的等待过久</translation>
    </message>
    <message>
        <source>difference</source>
        <translation>差异</translation>
    </message>
    <message>
        <source>a run of money failed</source>
        <translation>资金运行失败</translation>
    </message>
    <message>
        <source>scheduler late</source>
        <translation>调度器迟到</translation>
    </message>
    <message>
        <source>clock went backwards</source>
        <translation>时钟倒退</translation>
    </message>
    <message>
        <source>worker vanished</source>
        <translation>工作进程消失</translation>
    </message>
    <message>
        <source>comparison slow</source>
        <translation>比对过慢</translation>
    </message>
    <message>
        <source>not compared</source>
        <translation>未比对</translation>
    </message>
    <message>
        <source>calendar ends</source>
        <translation>日历即将到期</translation>
    </message>
    <message>
        <source>queue full</source>
        <translation>队列已满</translation>
    </message>
    <message>
        <source>the database</source>
        <translation>数据库</translation>
    </message>
    <message>
        <source>orders, subscriptions and payments</source>
        <translation>订单、订阅与付款</translation>
    </message>
    <message>
        <source>history lost</source>
        <translation>历史丢失</translation>
    </message>
    <message>
        <source>anchor %1</source>
        <translation>锚点 %1</translation>
    </message>
    <message>
        <source>audit chain %1</source>
        <translation>审计链 %1</translation>
    </message>
    <message>
        <source>anchors late</source>
        <translation>锚点迟迟未签</translation>
    </message>
    <message>
        <source>the anchors of the audit chains</source>
        <translation>审计链的锚点</translation>
    </message>
    <message>
        <source>guard %1</source>
        <translation>保护规则 %1</translation>
    </message>
    <message>
        <source>request %1</source>
        <translation>请求 %1</translation>
    </message>
    <message>
        <source>guard changed</source>
        <translation>保护规则被改动</translation>
    </message>
    <message>
        <source>request waits</source>
        <translation>请求等待决定</translation>
    </message>
    <message>
        <source>request expires soon</source>
        <translation>请求即将过期</translation>
    </message>
    <message>
        <source>more guards</source>
        <translation>更多保护规则</translation>
    </message>
</context>
<context>
    <name>AlertWork</name>
    <message>
        <source>Grade</source>
        <comment>column</comment>
        <translation>等级</translation>
    </message>
    <message>
        <source>P0: money. P1: everything else.</source>
        <translation>P0：资金。P1：其他一切。</translation>
    </message>
    <message>
        <source>Alert</source>
        <comment>column</comment>
        <translation>告警</translation>
    </message>
    <message>
        <source>The rule that called.</source>
        <translation>触发告警的规则。</translation>
    </message>
    <message>
        <source>About</source>
        <comment>column</comment>
        <translation>对象</translation>
    </message>
    <message>
        <source>What it is about.</source>
        <translation>告警所指的对象。</translation>
    </message>
    <message>
        <source>Key</source>
        <comment>column</comment>
        <translation>键</translation>
    </message>
    <message>
        <source>The idempotency key in question, where there is one.</source>
        <translation>相关的幂等键（如果有）。</translation>
    </message>
    <message>
        <source>Last error</source>
        <comment>column</comment>
        <translation>最近错误</translation>
    </message>
    <message>
        <source>What went wrong last.</source>
        <translation>最近一次出错的内容。</translation>
    </message>
    <message>
        <source>Age</source>
        <comment>column</comment>
        <translation>时长</translation>
    </message>
    <message>
        <source>Since it was opened. The list is in this order, oldest first.</source>
        <translation>自产生以来的时长。列表按此排序，最早的在前。</translation>
    </message>
    <message>
        <source>State</source>
        <comment>column</comment>
        <translation>状态</translation>
    </message>
    <message>
        <source>Open, acknowledged, or over.</source>
        <translation>未处理、已确认或已结束。</translation>
    </message>
    <message>
        <source>Acknowledged by</source>
        <comment>column</comment>
        <translation>确认人</translation>
    </message>
    <message>
        <source>Who looks after it.</source>
        <translation>由谁负责处理。</translation>
    </message>
    <message>
        <source>Over since</source>
        <comment>column</comment>
        <translation>结束于</translation>
    </message>
    <message>
        <source>When its cause was gone.</source>
        <translation>原因消失的时间。</translation>
    </message>
    <message>
        <source>Alerts</source>
        <comment>page</comment>
        <translation>告警</translation>
    </message>
    <message>
        <source>No alerts</source>
        <translation>没有告警</translation>
    </message>
    <message>
        <source>No rule calls for anybody now.</source>
        <translation>目前没有规则需要人处理。</translation>
    </message>
    <message>
        <source>What this means</source>
        <translation>这意味着什么</translation>
    </message>
    <message>
        <source>Last error</source>
        <translation>最近错误</translation>
    </message>
    <message>
        <source>Key</source>
        <translation>键</translation>
    </message>
    <message>
        <source>About</source>
        <translation>对象</translation>
    </message>
    <message>
        <source>Opened</source>
        <translation>产生于</translation>
    </message>
    <message>
        <source>Acknowledged by</source>
        <translation>确认人</translation>
    </message>
    <message>
        <source>Acknowledged</source>
        <translation>确认于</translation>
    </message>
    <message>
        <source>Over since</source>
        <translation>结束于</translation>
    </message>
</context>
<context>
    <name>ApprovalReport</name>
    <message>
        <source>Asked for by</source>
        <translation>请求者</translation>
    </message>
    <message>
        <source>Asked for at</source>
        <translation>请求于</translation>
    </message>
    <message>
        <source>Reason</source>
        <translation>原因</translation>
    </message>
    <message>
        <source>Ticket</source>
        <translation>工单</translation>
    </message>
    <message>
        <source>State</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>Expires</source>
        <translation>过期</translation>
    </message>
    <message>
        <source>Decided by</source>
        <translation>决定者</translation>
    </message>
    <message>
        <source>Decided at</source>
        <translation>决定于</translation>
    </message>
    <message>
        <source>What they said</source>
        <translation>其说明</translation>
    </message>
    <message>
        <source>Executed</source>
        <translation>执行于</translation>
    </message>
    <message>
        <source>Verified</source>
        <translation>验证于</translation>
    </message>
    <message>
        <source>Items</source>
        <translation>项目</translation>
    </message>
    <message>
        <source>Totals</source>
        <translation>合计</translation>
    </message>
    <message>
        <source>Payees</source>
        <translation>收款人数</translation>
    </message>
    <message>
        <source>Plan (SHA-256)</source>
        <translation>计划（SHA-256）</translation>
    </message>
    <message>
        <source>Zone of the times</source>
        <translation>时间所用时区</translation>
    </message>
    <message>
        <source>As read at</source>
        <translation>读取于</translation>
    </message>
    <message>
        <source>Fact</source>
        <translation>事项</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>值</translation>
    </message>
    <message>
        <source>%1 (another one now)</source>
        <comment>beneficiary</comment>
        <translation>%1（现已是另一收款人）</translation>
    </message>
    <message>
        <source>moved: %1</source>
        <comment>state now</comment>
        <translation>已变动：%1</translation>
    </message>
    <message>
        <source>No.</source>
        <translation>编号</translation>
    </message>
    <message>
        <source>Key</source>
        <translation>键</translation>
    </message>
    <message>
        <source>Beneficiary</source>
        <translation>收款人</translation>
    </message>
    <message>
        <source>Amount</source>
        <translation>金额</translation>
    </message>
    <message>
        <source>Value date</source>
        <translation>起息日</translation>
    </message>
    <message>
        <source>State now</source>
        <translation>当前状态</translation>
    </message>
    <message>
        <source>Bank&apos;s last answer</source>
        <translation>银行最近的答复</translation>
    </message>
    <message>
        <source>Result</source>
        <translation>结果</translation>
    </message>
    <message>
        <source>Request %1: %2</source>
        <comment>number, kind</comment>
        <translation>请求 %1：%2</translation>
    </message>
    <message>
        <source>What it does</source>
        <translation>作用</translation>
    </message>
    <message>
        <source>Items, the largest first</source>
        <translation>项目，金额最大的在前</translation>
    </message>
    <message>
        <source>The %1 largest of %2 items</source>
        <translation>%2 项中金额最大的 %1 项</translation>
    </message>
</context>
<context>
    <name>AuditCommand</name>
    <message>
        <source>The export is signed, and the signature is good.</source>
        <translation>导出已签名，签名有效。</translation>
    </message>
    <message>
        <source>The export&apos;s signature is not good.</source>
        <translation>导出的签名无效。</translation>
    </message>
    <message>
        <source>The export is not signed: it is judged by its chains and anchors alone.</source>
        <translation>导出未签名：只凭其链和锚判断。</translation>
    </message>
    <message>
        <source>%1 of %2, seen %3 by %4</source>
        <translation>%1 的数据库 %2，由 %4 于 %3 读取</translation>
    </message>
    <message>
        <source>✖ %1: %2</source>
        <translation>✖ %1：%2</translation>
    </message>
    <message>
        <source>and %1 more</source>
        <translation>另有 %1 条</translation>
    </message>
    <message>
        <source>No anchor: a tail that was cut off together with its head would not be seen. Give a worker a key (onceoverctl key init, --anchor-key).</source>
        <translation>没有锚：连同链头一起被截去的尾部将无法发现。请给某个工作进程一把密钥（onceoverctl key init，--anchor-key）。</translation>
    </message>
    <message>
        <source>Anchored until %1, %2 anchors, %3 of them checked against files outside.</source>
        <translation>锚定至 %1，共 %2 个锚，其中 %3 个已与库外文件核对。</translation>
    </message>
    <message>
        <source>Signed by the key %1: compare it with the one that you were given (--key).</source>
        <translation>由密钥 %1 签名：请与交给您的那一把比对（--key）。</translation>
    </message>
    <message>
        <source>%1 rows in %2 chains</source>
        <translation>%2 条链中共 %1 行</translation>
    </message>
    <message>
        <source>✔ %1: each is as it was written.</source>
        <translation>✔ %1：每一行都与写入时相同。</translation>
    </message>
    <message>
        <source>✖ %1: not all is as it was written. Keep this database and its exports as they are, and tell the auditor.</source>
        <translation>✖ %1：并非全部与写入时相同。请原样保留该数据库及其导出，并通知审计人员。</translation>
    </message>
    <message>
        <source>%1 rows of %2 chains and %3 anchors are in %4.</source>
        <translation>%2 条链的 %1 行和 %3 个锚已写入 %4。</translation>
    </message>
    <message>
        <source>Signed by the key %1.</source>
        <translation>由密钥 %1 签名。</translation>
    </message>
    <message>
        <source>Not signed: whoever can write the folder can write it anew. Sign it with --key.</source>
        <translation>未签名：能写该文件夹的人都可以重写它。请用 --key 签名。</translation>
    </message>
    <message>
        <source>Judge it anywhere: onceoverctl audit verify %1</source>
        <translation>可在任何地方核验：onceoverctl audit verify %1</translation>
    </message>
    <message>
        <source>Signed by the key %1, which you gave.</source>
        <translation>由您给出的密钥 %1 签名。</translation>
    </message>
    <message>
        <source>✔ %1 fit together; nothing signed shows who wrote them.</source>
        <translation>✔ %1 相互吻合；没有签名说明由谁写入。</translation>
    </message>
</context>
<context>
    <name>AuditText</name>
    <message>
        <source>freeze</source>
        <translation>冻结</translation>
    </message>
    <message>
        <source>freeze in force</source>
        <translation>冻结生效</translation>
    </message>
    <message>
        <source>freeze drained</source>
        <translation>冻结已排空</translation>
    </message>
    <message>
        <source>fence</source>
        <translation>隔离</translation>
    </message>
    <message>
        <source>declare a worker gone</source>
        <translation>宣告工作进程已失效</translation>
    </message>
    <message>
        <source>trigger a run</source>
        <translation>触发运行</translation>
    </message>
    <message>
        <source>acknowledge an alert</source>
        <translation>确认告警</translation>
    </message>
    <message>
        <source>self-test of a channel</source>
        <translation>渠道自检</translation>
    </message>
    <message>
        <source>approve</source>
        <translation>批准</translation>
    </message>
    <message>
        <source>reject</source>
        <translation>驳回</translation>
    </message>
    <message>
        <source>withdraw</source>
        <translation>撤回</translation>
    </message>
    <message>
        <source>carry out</source>
        <translation>执行</translation>
    </message>
    <message>
        <source>expired</source>
        <translation>已过期</translation>
    </message>
    <message>
        <source>who holds which duty</source>
        <translation>职责归属</translation>
    </message>
    <message>
        <source>history lost</source>
        <translation>历史缺失</translation>
    </message>
    <message>
        <source>another server</source>
        <translation>另一台服务器</translation>
    </message>
    <message>
        <source>pause a channel</source>
        <translation>暂停渠道</translation>
    </message>
    <message>
        <source>resume a channel</source>
        <translation>恢复渠道</translation>
    </message>
    <message>
        <source>import a statement</source>
        <translation>导入对账单</translation>
    </message>
    <message>
        <source>request %1</source>
        <translation>请求 %1</translation>
    </message>
    <message>
        <source>operation %1</source>
        <translation>操作 %1</translation>
    </message>
    <message>
        <source>freeze %1</source>
        <translation>冻结 %1</translation>
    </message>
    <message>
        <source>incident %1</source>
        <translation>事故 %1</translation>
    </message>
    <message>
        <source>alert %1</source>
        <translation>告警 %1</translation>
    </message>
    <message>
        <source>dead letter %1</source>
        <translation>死信 %1</translation>
    </message>
    <message>
        <source>worker %1</source>
        <translation>工作进程 %1</translation>
    </message>
    <message>
        <source>anchor %1</source>
        <translation>锚点 %1</translation>
    </message>
    <message>
        <source>request: %1</source>
        <comment>kind</comment>
        <translation>请求：%1</translation>
    </message>
    <message>
        <source>incident: %1</source>
        <comment>step</comment>
        <translation>事故：%1</translation>
    </message>
    <message>
        <source>, </source>
        <comment>between duties</comment>
        <translation>、</translation>
    </message>
    <message>
        <source>verify the chains</source>
        <translation>验证审计链</translation>
    </message>
    <message>
        <source>every chain</source>
        <comment>target</comment>
        <translation>所有链</translation>
    </message>
    <message>
        <source>show what is masked</source>
        <translation>显示被遮蔽的内容</translation>
    </message>
    <message>
        <source>void: not as it was approved</source>
        <translation>作废：与批准时不一致</translation>
    </message>
    <message>
        <source>record the guards anew</source>
        <translation>重新记录保护规则</translation>
    </message>
</context>
<context>
    <name>AuditWork</name>
    <message>
        <source>done</source>
        <comment>outcome</comment>
        <translation>完成</translation>
    </message>
    <message>
        <source>refused</source>
        <comment>outcome</comment>
        <translation>被拒绝</translation>
    </message>
    <message>
        <source>%1 (admin)</source>
        <comment>duty</comment>
        <translation>%1（可授予）</translation>
    </message>
    <message>
        <source>superuser</source>
        <translation>超级用户</translation>
    </message>
    <message>
        <source>No rule of the database binds it; its acts are seen by anchors alone.</source>
        <translation>数据库的规则约束不了它；只有锚点能发现它的行为。</translation>
    </message>
    <message>
        <source>No.</source>
        <comment>column</comment>
        <translation>序号</translation>
    </message>
    <message>
        <source>Its place in the chain: without a gap, each row sealed by the one before.</source>
        <translation>在链中的位置：没有空缺，每一行都由前一行封住。</translation>
    </message>
    <message>
        <source>Time</source>
        <comment>column</comment>
        <translation>时间</translation>
    </message>
    <message>
        <source>When it was written, by the database.</source>
        <translation>写入的时间，取自数据库。</translation>
    </message>
    <message>
        <source>Who</source>
        <comment>column</comment>
        <translation>何人</translation>
    </message>
    <message>
        <source>The person, or the part of the system.</source>
        <translation>人员，或系统的某个部分。</translation>
    </message>
    <message>
        <source>Role</source>
        <comment>column</comment>
        <translation>角色</translation>
    </message>
    <message>
        <source>What their login held then.</source>
        <translation>其登录名当时持有的角色。</translation>
    </message>
    <message>
        <source>Action</source>
        <comment>column</comment>
        <translation>操作</translation>
    </message>
    <message>
        <source>What was asked for.</source>
        <translation>所要求的事。</translation>
    </message>
    <message>
        <source>Target</source>
        <comment>column</comment>
        <translation>对象</translation>
    </message>
    <message>
        <source>What it was about.</source>
        <translation>所涉及的对象。</translation>
    </message>
    <message>
        <source>Outcome</source>
        <comment>column</comment>
        <translation>结果</translation>
    </message>
    <message>
        <source>Done, or refused by a rule.</source>
        <translation>完成，或被规则拒绝。</translation>
    </message>
    <message>
        <source>Reason</source>
        <comment>column</comment>
        <translation>原因</translation>
    </message>
    <message>
        <source>What the person said; of a refusal the rule that said no.</source>
        <translation>人员所说的话；被拒绝时为拒绝它的规则。</translation>
    </message>
    <message>
        <source>Ticket</source>
        <comment>column</comment>
        <translation>工单</translation>
    </message>
    <message>
        <source>Where it is written up.</source>
        <translation>记录它的地方。</translation>
    </message>
    <message>
        <source>Request id</source>
        <comment>column</comment>
        <translation>请求标识</translation>
    </message>
    <message>
        <source>The number of the act; the same act sent twice has one.</source>
        <translation>该行为的标识；同一行为发送两次只有一个。</translation>
    </message>
    <message>
        <source>Login</source>
        <comment>column</comment>
        <translation>登录名</translation>
    </message>
    <message>
        <source>Under which login of the server.</source>
        <translation>服务器的哪个登录名。</translation>
    </message>
    <message>
        <source>Chain</source>
        <comment>page</comment>
        <translation>审计链</translation>
    </message>
    <message>
        <source>Written by the database in the transaction of the act; nobody changes or deletes a row.</source>
        <translation>由数据库在该行为的事务中写入；任何人都不能改动或删除任何一行。</translation>
    </message>
    <message>
        <source>Nothing in this chain</source>
        <translation>此链中没有内容</translation>
    </message>
    <message>
        <source>Nobody has done anything yet.</source>
        <translation>还没有人做过任何事。</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>Who</source>
        <translation>何人</translation>
    </message>
    <message>
        <source>Login</source>
        <translation>登录名</translation>
    </message>
    <message>
        <source>Role</source>
        <translation>角色</translation>
    </message>
    <message>
        <source>Reason</source>
        <translation>原因</translation>
    </message>
    <message>
        <source>Ticket</source>
        <translation>工单</translation>
    </message>
    <message>
        <source>Request id</source>
        <translation>请求标识</translation>
    </message>
    <message>
        <source>Details</source>
        <translation>详情</translation>
    </message>
    <message>
        <source>A login of the server.</source>
        <translation>服务器的一个登录名。</translation>
    </message>
    <message>
        <source>Person</source>
        <comment>column</comment>
        <translation>人员</translation>
    </message>
    <message>
        <source>Whom it belongs to; a login without a person can look but not act.</source>
        <translation>属于谁；没有对应人员的登录名只能看，不能操作。</translation>
    </message>
    <message>
        <source>Duties</source>
        <comment>column</comment>
        <translation>职责</translation>
    </message>
    <message>
        <source>What it may do, directly or through another role; (admin) may give it to others.</source>
        <translation>可以做什么，直接持有或通过其他角色；（可授予）表示可以授予他人。</translation>
    </message>
    <message>
        <source>Superuser</source>
        <comment>column</comment>
        <translation>超级用户</translation>
    </message>
    <message>
        <source>May do anything in the server: never for daily work.</source>
        <translation>在服务器中可以做任何事：绝不用于日常工作。</translation>
    </message>
    <message>
        <source>Access</source>
        <comment>page</comment>
        <translation>权限</translation>
    </message>
    <message>
        <source>Who held which duty when the janitor wrote it down last; it does so once a day, in the chain.</source>
        <translation>清理员上次记录时谁持有哪项职责；每天一次写入审计链。</translation>
    </message>
    <message>
        <source>No record yet</source>
        <translation>还没有记录</translation>
    </message>
    <message>
        <source>The janitor writes down once a day who holds which duty. It has not done so yet.</source>
        <translation>清理员每天记录一次谁持有哪项职责。目前还没有记录。</translation>
    </message>
    <message>
        <source>Person</source>
        <translation>人员</translation>
    </message>
    <message>
        <source>Duties</source>
        <translation>职责</translation>
    </message>
    <message>
        <source>Written down</source>
        <translation>记录于</translation>
    </message>
    <message>
        <source>No anchor names it: a tail that was cut off would not be seen.</source>
        <translation>没有锚点记录它：尾部若被截去将无从发现。</translation>
    </message>
    <message>
        <source>Row %1; what came after rests on the chain alone.</source>
        <translation>第 %1 行；此后的内容仅由链本身保证。</translation>
    </message>
    <message>
        <source>Row %1: all of it.</source>
        <translation>第 %1 行：全部内容。</translation>
    </message>
    <message>
        <source>Hash</source>
        <comment>column</comment>
        <translation>哈希</translation>
    </message>
    <message>
        <source>Of this row and all before it in its chain: an export has the same. The whole of it is copied.</source>
        <translation>涵盖本行及链中此前各行：导出文件中的值相同。复制时给出完整值。</translation>
    </message>
    <message>
        <source>Hash</source>
        <translation>哈希</translation>
    </message>
    <message>
        <source>Chain</source>
        <comment>column</comment>
        <translation>链</translation>
    </message>
    <message>
        <source>People, the system, and one for each worker that ever started.</source>
        <translation>人员、系统，以及每个启动过的工作进程各一条。</translation>
    </message>
    <message>
        <source>Last row</source>
        <comment>column</comment>
        <translation>末行</translation>
    </message>
    <message>
        <source>Number of its last row, and so how many it has.</source>
        <translation>末行的序号，即该链的行数。</translation>
    </message>
    <message>
        <source>Head</source>
        <comment>column</comment>
        <translation>链头</translation>
    </message>
    <message>
        <source>Hash of the last row: it seals the whole chain. An export has the same.</source>
        <translation>末行的哈希：封住整条链。导出文件中的值相同。</translation>
    </message>
    <message>
        <source>Anchored to</source>
        <comment>column</comment>
        <translation>锚定至</translation>
    </message>
    <message>
        <source>The last row that a signed anchor outside the database vouches for.</source>
        <translation>数据库之外的签名锚点所能证明的最后一行。</translation>
    </message>
    <message>
        <source>Written</source>
        <comment>column</comment>
        <translation>写入时间</translation>
    </message>
    <message>
        <source>When the last row was written, by the database.</source>
        <translation>末行由数据库写入的时间。</translation>
    </message>
    <message>
        <source>Heads</source>
        <comment>page</comment>
        <translation>链头</translation>
    </message>
    <message>
        <source>The last row of each chain. An export of the same moment names the same hashes; a later one contains them.</source>
        <translation>每条链的末行。同一时刻的导出给出相同的哈希，之后的导出包含它们。</translation>
    </message>
    <message>
        <source>No chain yet</source>
        <translation>尚无审计链</translation>
    </message>
    <message>
        <source>Workers</source>
        <comment>chains</comment>
        <translation>工作进程</translation>
    </message>
    <message>
        <source>Chain</source>
        <translation>链</translation>
    </message>
    <message>
        <source>Head</source>
        <translation>链头</translation>
    </message>
    <message>
        <source>Anchored to</source>
        <translation>锚定至</translation>
    </message>
    <message>
        <source>Written</source>
        <translation>写入时间</translation>
    </message>
</context>
<context>
    <name>BatchTables</name>
    <message>
        <source>done</source>
        <comment>audit</comment>
        <translation>已执行</translation>
    </message>
    <message>
        <source>refused</source>
        <comment>audit</comment>
        <translation>已拒绝</translation>
    </message>
    <message>
        <source>Looked at</source>
        <comment>column</comment>
        <translation>核对时间</translation>
    </message>
    <message>
        <source>When the books were compared.</source>
        <translation>核对账本的时间。</translation>
    </message>
    <message>
        <source>Kind</source>
        <comment>column</comment>
        <translation>种类</translation>
    </message>
    <message>
        <source>What was compared with what.</source>
        <translation>以何与何核对。</translation>
    </message>
    <message>
        <source>Compared</source>
        <comment>column</comment>
        <translation>核对数</translation>
    </message>
    <message>
        <source>How many were compared. Nothing compared is never a green nothing.</source>
        <translation>核对了多少。未核对绝不显示为绿色的零。</translation>
    </message>
    <message>
        <source>Differences</source>
        <comment>column</comment>
        <translation>差异数</translation>
    </message>
    <message>
        <source>How many differed.</source>
        <translation>有多少不符。</translation>
    </message>
    <message>
        <source>Finished</source>
        <comment>column</comment>
        <translation>结束时间</translation>
    </message>
    <message>
        <source>Empty: it did not come to its end.</source>
        <translation>空：未能完成。</translation>
    </message>
    <message>
        <source>Worker</source>
        <comment>column</comment>
        <translation>工作进程</translation>
    </message>
    <message>
        <source>Who looked.</source>
        <translation>核对者。</translation>
    </message>
    <message>
        <source>Open since</source>
        <comment>column</comment>
        <translation>未结起始</translation>
    </message>
    <message>
        <source>When it was seen first.</source>
        <translation>首次发现的时间。</translation>
    </message>
    <message>
        <source>How the two sides differ.</source>
        <translation>两侧如何不符。</translation>
    </message>
    <message>
        <source>Ours</source>
        <comment>column</comment>
        <translation>我方</translation>
    </message>
    <message>
        <source>What our book says.</source>
        <translation>我方账簿的记录。</translation>
    </message>
    <message>
        <source>Theirs</source>
        <comment>column</comment>
        <translation>对方</translation>
    </message>
    <message>
        <source>What the bank says.</source>
        <translation>银行的记录。</translation>
    </message>
    <message>
        <source>Operation</source>
        <comment>column</comment>
        <translation>操作</translation>
    </message>
    <message>
        <source>The operation it is about, or the bank&apos;s reference.</source>
        <translation>所涉操作，或银行参考号。</translation>
    </message>
    <message>
        <source>Detail</source>
        <comment>column</comment>
        <translation>说明</translation>
    </message>
    <message>
        <source>What was found, in the words of the look.</source>
        <translation>核对所发现的内容，按其原话。</translation>
    </message>
    <message>
        <source>At</source>
        <comment>column</comment>
        <translation>时间</translation>
    </message>
    <message>
        <source>When it was written into the chain.</source>
        <translation>写入审计链的时间。</translation>
    </message>
    <message>
        <source>Actor</source>
        <comment>column</comment>
        <translation>操作者</translation>
    </message>
    <message>
        <source>The person, or the system.</source>
        <translation>人员或系统。</translation>
    </message>
    <message>
        <source>Role</source>
        <comment>column</comment>
        <translation>角色</translation>
    </message>
    <message>
        <source>Under which duty.</source>
        <translation>以何种职责。</translation>
    </message>
    <message>
        <source>Action</source>
        <comment>column</comment>
        <translation>动作</translation>
    </message>
    <message>
        <source>What was done or asked for.</source>
        <translation>做了或请求了什么。</translation>
    </message>
    <message>
        <source>Target</source>
        <comment>column</comment>
        <translation>对象</translation>
    </message>
    <message>
        <source>To what.</source>
        <translation>针对什么。</translation>
    </message>
    <message>
        <source>Outcome</source>
        <comment>column</comment>
        <translation>结果</translation>
    </message>
    <message>
        <source>Done, or refused by a rule.</source>
        <translation>已执行，或被规则拒绝。</translation>
    </message>
    <message>
        <source>Reason</source>
        <comment>column</comment>
        <translation>原因</translation>
    </message>
    <message>
        <source>Why, and the ticket if one was named.</source>
        <translation>原因，以及所列的工单。</translation>
    </message>
    <message>
        <source>Chain and number</source>
        <comment>column</comment>
        <translation>链与序号</translation>
    </message>
    <message>
        <source>Where it stands; the chain proves that nothing was changed.</source>
        <translation>其所在位置；审计链可证明未被更改。</translation>
    </message>
</context>
<context>
    <name>BookWork</name>
    <message>
        <source>the batch&apos;s own books</source>
        <translation>批次自己的账</translation>
    </message>
    <message>
        <source>the bank&apos;s book</source>
        <translation>银行账</translation>
    </message>
    <message>
        <source>charged and extended</source>
        <translation>扣款与续期</translation>
    </message>
    <message>
        <source>the dead letters</source>
        <translation>死信</translation>
    </message>
    <message>
        <source>not read</source>
        <translation>未读取</translation>
    </message>
    <message>
        <source>The other book could not be read: nothing is known about differences.</source>
        <translation>无法读取对方账目：差异情况未知。</translation>
    </message>
    <message>
        <source>nothing</source>
        <translation>什么都没比</translation>
    </message>
    <message>
        <source>Nothing was compared: that there is no difference says nothing.</source>
        <translation>什么都没有比对：没有差异不说明任何问题。</translation>
    </message>
    <message>
        <source>not ended</source>
        <translation>未结束</translation>
    </message>
    <message>
        <source>%1 ms</source>
        <translation>%1 毫秒</translation>
    </message>
    <message>
        <source>It has not ended: nothing is known yet.</source>
        <translation>尚未结束：还不知道结果。</translation>
    </message>
    <message>
        <source>%1 compared, all agree.</source>
        <translation>已比对 %1 笔，全部一致。</translation>
    </message>
    <message>
        <source>%1 compared, %2 differ.</source>
        <translation>已比对 %1 笔，%2 笔不一致。</translation>
    </message>
    <message>
        <source>Compared at</source>
        <comment>column</comment>
        <translation>比对时间</translation>
    </message>
    <message>
        <source>When the comparison began. The list is in this order, newest first.</source>
        <translation>比对开始的时间。列表按此排序，最新的在前。</translation>
    </message>
    <message>
        <source>Batch</source>
        <comment>column</comment>
        <translation>批次</translation>
    </message>
    <message>
        <source>The run key of the batch that was compared.</source>
        <translation>被比对批次的运行键。</translation>
    </message>
    <message>
        <source>Compared with</source>
        <comment>column</comment>
        <translation>比对对象</translation>
    </message>
    <message>
        <source>Which books were compared.</source>
        <translation>比对了哪些账。</translation>
    </message>
    <message>
        <source>Channel</source>
        <comment>column</comment>
        <translation>渠道</translation>
    </message>
    <message>
        <source>Whose book it was.</source>
        <translation>是谁的账。</translation>
    </message>
    <message>
        <source>Compared</source>
        <comment>column</comment>
        <translation>已比对</translation>
    </message>
    <message>
        <source>How many were compared. Nothing compared is never a green nothing.</source>
        <translation>比对了多少笔。什么都没比对时绝不显示为绿色的零。</translation>
    </message>
    <message>
        <source>Differences</source>
        <comment>column</comment>
        <translation>差异</translation>
    </message>
    <message>
        <source>Found by this comparison.</source>
        <translation>本次比对发现的。</translation>
    </message>
    <message>
        <source>Took</source>
        <comment>column</comment>
        <translation>耗时</translation>
    </message>
    <message>
        <source>How long it took.</source>
        <translation>用了多久。</translation>
    </message>
    <message>
        <source>Business date</source>
        <comment>column</comment>
        <translation>业务日期</translation>
    </message>
    <message>
        <source>The day whose books were compared.</source>
        <translation>比对的是哪一天的账。</translation>
    </message>
    <message>
        <source>By</source>
        <comment>column</comment>
        <translation>执行者</translation>
    </message>
    <message>
        <source>Who compared.</source>
        <translation>由谁比对。</translation>
    </message>
    <message>
        <source>Comparisons</source>
        <comment>page</comment>
        <translation>比对记录</translation>
    </message>
    <message>
        <source>Nothing was compared</source>
        <translation>什么都没有比对</translation>
    </message>
    <message>
        <source>No books were compared yet. That is not the same as no differences.</source>
        <translation>还没有比对过任何账。这不等于没有差异。</translation>
    </message>
    <message>
        <source>Result</source>
        <translation>结果</translation>
    </message>
    <message>
        <source>Books</source>
        <translation>账本</translation>
    </message>
    <message>
        <source>Detail</source>
        <translation>说明</translation>
    </message>
    <message>
        <source>Batch</source>
        <translation>批次</translation>
    </message>
    <message>
        <source>Began</source>
        <translation>开始</translation>
    </message>
    <message>
        <source>Ended</source>
        <translation>结束</translation>
    </message>
    <message>
        <source>By</source>
        <translation>执行者</translation>
    </message>
    <message>
        <source>Key</source>
        <comment>column</comment>
        <translation>键</translation>
    </message>
    <message>
        <source>The day whose books differ.</source>
        <translation>账目不一致的日期。</translation>
    </message>
    <message>
        <source>Kind</source>
        <comment>column</comment>
        <translation>类型</translation>
    </message>
    <message>
        <source>How the books differ.</source>
        <translation>账目怎样不一致。</translation>
    </message>
    <message>
        <source>Ours</source>
        <comment>column</comment>
        <translation>我方</translation>
    </message>
    <message>
        <source>What our book says.</source>
        <translation>我方账上的金额。</translation>
    </message>
    <message>
        <source>Theirs</source>
        <comment>column</comment>
        <translation>对方</translation>
    </message>
    <message>
        <source>What the other book says.</source>
        <translation>对方账上的金额。</translation>
    </message>
    <message>
        <source>Difference</source>
        <comment>column</comment>
        <translation>差额</translation>
    </message>
    <message>
        <source>Theirs less ours, with its sign.</source>
        <translation>对方减我方，带正负号。</translation>
    </message>
    <message>
        <source>Age</source>
        <comment>column</comment>
        <translation>时长</translation>
    </message>
    <message>
        <source>Since it was found. The list is in this order, oldest first.</source>
        <translation>自发现以来的时长。列表按此排序，最早的在前。</translation>
    </message>
    <message>
        <source>Found after</source>
        <comment>column</comment>
        <translation>发现用时</translation>
    </message>
    <message>
        <source>From when it happened, else from the last send, to its discovery.</source>
        <translation>从发生时（否则从最后一次发送）到发现差异。</translation>
    </message>
    <message>
        <source>State</source>
        <comment>column</comment>
        <translation>状态</translation>
    </message>
    <message>
        <source>Open or resolved; a person decides.</source>
        <translation>未解决或已解决；由人决定。</translation>
    </message>
    <message>
        <source>Grade</source>
        <comment>column</comment>
        <translation>等级</translation>
    </message>
    <message>
        <source>P0: money. P1: everything else.</source>
        <translation>P0：资金。P1：其他一切。</translation>
    </message>
    <message>
        <source>Whose book differs.</source>
        <translation>与谁的账不一致。</translation>
    </message>
    <message>
        <source>Bank reference</source>
        <comment>column</comment>
        <translation>银行流水号</translation>
    </message>
    <message>
        <source>The bank&apos;s own number.</source>
        <translation>银行自己的编号。</translation>
    </message>
    <message>
        <source>Differences</source>
        <comment>page</comment>
        <translation>差异</translation>
    </message>
    <message>
        <source>Differences are shown and alerted, never repaired by themselves.</source>
        <translation>差异只会展示和告警，绝不会自动修复。</translation>
    </message>
    <message>
        <source>No open differences</source>
        <translation>没有未解决的差异</translation>
    </message>
    <message>
        <source>That is a finding only where something was compared: see the tab Comparisons.</source>
        <translation>只有比对过才算结论：请看“比对记录”页签。</translation>
    </message>
    <message>
        <source>What this means</source>
        <translation>这意味着什么</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>类型</translation>
    </message>
    <message>
        <source>Key</source>
        <translation>键</translation>
    </message>
    <message>
        <source>Bank reference</source>
        <translation>银行流水号</translation>
    </message>
    <message>
        <source>Found</source>
        <translation>发现于</translation>
    </message>
    <message>
        <source>Found after</source>
        <translation>发现用时</translation>
    </message>
    <message>
        <source>Resolved</source>
        <translation>解决于</translation>
    </message>
    <message>
        <source>Operation</source>
        <translation>操作</translation>
    </message>
    <message>
        <source>The idempotency key in question; the order, payment or subscription, or the bank&apos;s reference, where there is none of ours.</source>
        <translation>相关的幂等键；我方没有时，为订单、付款或订阅，或银行流水号。</translation>
    </message>
    <message>
        <source>Sources</source>
        <comment>column</comment>
        <translation>比对双方</translation>
    </message>
    <message>
        <source>Which two were compared.</source>
        <translation>比对的是哪两方。</translation>
    </message>
    <message>
        <source>Sources</source>
        <translation>比对双方</translation>
    </message>
    <message>
        <source>About</source>
        <translation>对象</translation>
    </message>
    <message>
        <source>the bank&apos;s statement</source>
        <translation>银行对账单</translation>
    </message>
</context>
<context>
    <name>CallWork</name>
    <message>
        <source>HTTP %1</source>
        <translation>HTTP %1</translation>
    </message>
    <message>
        <source>%1 ms</source>
        <comment>milliseconds</comment>
        <translation>%1 毫秒</translation>
    </message>
    <message>
        <source>Unanswered</source>
        <translation>无答复</translation>
    </message>
    <message>
        <source>No certain answer came: it may have been executed or not.</source>
        <translation>没有确定的答复：可能已执行，也可能没有。</translation>
    </message>
    <message>
        <source>Sent</source>
        <comment>call</comment>
        <translation>已发送</translation>
    </message>
    <message>
        <source>Asked</source>
        <comment>call</comment>
        <translation>已查询</translation>
    </message>
    <message>
        <source>Called back</source>
        <comment>call</comment>
        <translation>回调</translation>
    </message>
    <message>
        <source>From evidence</source>
        <comment>call</comment>
        <translation>依据证据</translation>
    </message>
    <message>
        <source>At</source>
        <comment>column</comment>
        <translation>时间</translation>
    </message>
    <message>
        <source>When its answer was written down. The list is in this order, newest first.</source>
        <translation>答复被记录的时间。列表按此排序，最新的在前。</translation>
    </message>
    <message>
        <source>Call</source>
        <comment>column</comment>
        <translation>调用</translation>
    </message>
    <message>
        <source>An order was sent, the bank was asked, it called back, or a person decided from evidence.</source>
        <translation>发送了指令、查询了银行、银行回调，或由人依据证据裁定。</translation>
    </message>
    <message>
        <source>Key</source>
        <comment>column</comment>
        <translation>键</translation>
    </message>
    <message>
        <source>The idempotency key; it never changes.</source>
        <translation>幂等键；永不改变。</translation>
    </message>
    <message>
        <source>Answer</source>
        <comment>column</comment>
        <translation>答复</translation>
    </message>
    <message>
        <source>Its class, by the channel&apos;s profile.</source>
        <translation>按渠道档案划分的类别。</translation>
    </message>
    <message>
        <source>HTTP or bank code</source>
        <comment>column</comment>
        <translation>HTTP 或银行代码</translation>
    </message>
    <message>
        <source>What the bank itself called it. Nothing: no answer came.</source>
        <translation>银行自己的说法。空：没有答复。</translation>
    </message>
    <message>
        <source>Took</source>
        <comment>column</comment>
        <translation>耗时</translation>
    </message>
    <message>
        <source>From the question to its answer, by the caller&apos;s clock; it decides nothing.</source>
        <translation>从提问到答复，按调用方时钟；不作任何判定依据。</translation>
    </message>
    <message>
        <source>Channel</source>
        <comment>column</comment>
        <translation>渠道</translation>
    </message>
    <message>
        <source>To whom, and under which version of its profile.</source>
        <translation>发给谁，按其档案的哪个版本。</translation>
    </message>
    <message>
        <source>%1, version %2</source>
        <comment>channel, version of its profile</comment>
        <translation>%1，版本 %2</translation>
    </message>
    <message>
        <source>Operation</source>
        <comment>column</comment>
        <translation>操作</translation>
    </message>
    <message>
        <source>Whose message it was about.</source>
        <translation>关于哪个操作的消息。</translation>
    </message>
    <message>
        <source>Amount told</source>
        <comment>column</comment>
        <translation>告知的金额</translation>
    </message>
    <message>
        <source>What the bank said that it executed.</source>
        <translation>银行称已执行的金额。</translation>
    </message>
    <message>
        <source>Bank reference</source>
        <comment>column</comment>
        <translation>银行参考号</translation>
    </message>
    <message>
        <source>The bank&apos;s own number.</source>
        <translation>银行自己的编号。</translation>
    </message>
    <message>
        <source>By</source>
        <comment>column</comment>
        <translation>执行者</translation>
    </message>
    <message>
        <source>Who called.</source>
        <translation>由谁调用。</translation>
    </message>
    <message>
        <source>Calls</source>
        <comment>page</comment>
        <translation>调用</translation>
    </message>
    <message>
        <source>What was said to the outside and by it in the last 24 hours, or on the day that is asked for (UTC).</source>
        <translation>最近 24 小时内（或所选日期内，UTC）与外部的往来。</translation>
    </message>
    <message>
        <source>No calls</source>
        <translation>没有调用</translation>
    </message>
    <message>
        <source>Nothing was sent and nobody was asked in the last 24 hours: filter by a day for older ones.</source>
        <translation>最近 24 小时内没有发送也没有查询：更早的请按日期筛选。</translation>
    </message>
    <message>
        <source>Answer</source>
        <translation>答复</translation>
    </message>
    <message>
        <source>Number, as evidence names it</source>
        <translation>编号（作为证据时引用）</translation>
    </message>
    <message>
        <source>At</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>HTTP or bank code</source>
        <translation>HTTP 或银行代码</translation>
    </message>
    <message>
        <source>Took</source>
        <translation>耗时</translation>
    </message>
    <message>
        <source>Amount told</source>
        <translation>告知的金额</translation>
    </message>
    <message>
        <source>Error</source>
        <translation>错误</translation>
    </message>
    <message>
        <source>Key</source>
        <translation>键</translation>
    </message>
    <message>
        <source>Bank reference</source>
        <translation>银行参考号</translation>
    </message>
    <message>
        <source>Operation</source>
        <translation>操作</translation>
    </message>
    <message>
        <source>By</source>
        <translation>执行者</translation>
    </message>
</context>
<context>
    <name>ChannelWork</name>
    <message>
        <source>payouts</source>
        <comment>channel</comment>
        <translation>付款</translation>
    </message>
    <message>
        <source>mail</source>
        <comment>channel</comment>
        <translation>邮件</translation>
    </message>
    <message>
        <source>webhooks</source>
        <comment>channel</comment>
        <translation>Webhook</translation>
    </message>
    <message>
        <source>certain</source>
        <comment>query</comment>
        <translation>确定</translation>
    </message>
    <message>
        <source>certain later</source>
        <comment>query</comment>
        <translation>稍后确定</translation>
    </message>
    <message>
        <source>not possible</source>
        <comment>query</comment>
        <translation>无法查询</translation>
    </message>
    <message>
        <source>in use</source>
        <translation>使用中</translation>
    </message>
    <message>
        <source>not in use</source>
        <translation>未使用</translation>
    </message>
    <message>
        <source>after asking</source>
        <translation>查询之后</translation>
    </message>
    <message>
        <source>It may be sent again, after asking, within the life of the key.</source>
        <translation>查询之后，在键的有效期内可以重发。</translation>
    </message>
    <message>
        <source>never</source>
        <translation>从不</translation>
    </message>
    <message>
        <source>No call in the last hour.</source>
        <translation>最近一小时没有调用。</translation>
    </message>
    <message>
        <source>%1 ms</source>
        <translation>%1 毫秒</translation>
    </message>
    <message numerus="yes">
        <source>Median %1 ms, one in twenty slower than %2 ms, of %n call(s).</source>
        <translation>
            <numerusform>共 %n 次调用，中位数 %1 毫秒，二十分之一慢于 %2 毫秒。</numerusform>
        </translation>
    </message>
    <message>
        <source>Channel</source>
        <comment>column</comment>
        <translation>渠道</translation>
    </message>
    <message>
        <source>Name of the channel.</source>
        <translation>渠道名称。</translation>
    </message>
    <message>
        <source>Version</source>
        <comment>column</comment>
        <translation>版本</translation>
    </message>
    <message>
        <source>A profile never changes; a change is a new version.</source>
        <translation>档案从不修改；修改就是新版本。</translation>
    </message>
    <message>
        <source>In use</source>
        <comment>column</comment>
        <translation>使用情况</translation>
    </message>
    <message>
        <source>One version of a channel is in use at a time.</source>
        <translation>每个渠道同时只有一个版本在使用。</translation>
    </message>
    <message>
        <source>Kind</source>
        <comment>column</comment>
        <translation>类型</translation>
    </message>
    <message>
        <source>What it carries.</source>
        <translation>传送什么。</translation>
    </message>
    <message>
        <source>Sent again by itself</source>
        <comment>column</comment>
        <translation>自动重发</translation>
    </message>
    <message>
        <source>Whether a message may be sent again after the bank was asked, and if not, why.</source>
        <translation>查询银行之后能否重发；不能时说明原因。</translation>
    </message>
    <message>
        <source>Key life</source>
        <comment>column</comment>
        <translation>键的有效期</translation>
    </message>
    <message>
        <source>For how long the bank knows a key, less the margin.</source>
        <translation>银行记住键的时长，已减去余量。</translation>
    </message>
    <message>
        <source>Asking</source>
        <comment>column</comment>
        <translation>查询</translation>
    </message>
    <message>
        <source>What an answer to a question is worth.</source>
        <translation>查询的答复有多可靠。</translation>
    </message>
    <message>
        <source>Latency</source>
        <comment>column</comment>
        <translation>延迟</translation>
    </message>
    <message>
        <source>Median of the calls of the last hour; the slowest twentieth on hover.</source>
        <translation>最近一小时调用的中位数；悬停显示最慢的二十分之一。</translation>
    </message>
    <message>
        <source>Unknown</source>
        <comment>column</comment>
        <translation>未知</translation>
    </message>
    <message>
        <source>Messages whose outcome at the bank is unknown now.</source>
        <translation>目前银行结果未知的消息数。</translation>
    </message>
    <message>
        <source>To send</source>
        <comment>column</comment>
        <translation>待发送</translation>
    </message>
    <message>
        <source>Messages that wait or are on their way.</source>
        <translation>等待中或发送中的消息数。</translation>
    </message>
    <message>
        <source>Calls</source>
        <comment>column</comment>
        <translation>调用</translation>
    </message>
    <message>
        <source>Made in the last hour, at most 20,000.</source>
        <translation>最近一小时内的次数，最多计 20,000。</translation>
    </message>
    <message>
        <source>Address</source>
        <comment>column</comment>
        <translation>地址</translation>
    </message>
    <message>
        <source>Where it is reached.</source>
        <translation>从哪里访问。</translation>
    </message>
    <message>
        <source>Channels</source>
        <comment>page</comment>
        <translation>渠道</translation>
    </message>
    <message>
        <source>What each bank declares, in versions. No profile: no idempotency. A version is enabled by two persons after its self-test.</source>
        <translation>每家银行的声明，分版本保存。没有档案就没有幂等。版本经自检后由两人启用。</translation>
    </message>
    <message>
        <source>No channel</source>
        <translation>没有渠道</translation>
    </message>
    <message>
        <source>Nothing can be sent before a channel has a profile; the practice sandbox makes one.</source>
        <translation>渠道有档案之前什么都不能发送；练习沙箱会建立一个。</translation>
    </message>
    <message>
        <source>What it declares</source>
        <translation>声明内容</translation>
    </message>
    <message>
        <source>Never sent again by itself</source>
        <translation>从不自动重发</translation>
    </message>
    <message>
        <source>Key goes in</source>
        <translation>键放在</translation>
    </message>
    <message>
        <source>Key life</source>
        <translation>键的有效期</translation>
    </message>
    <message>
        <source>%1, less a margin of %2</source>
        <translation>%1，减去余量 %2</translation>
    </message>
    <message>
        <source>Codes that refuse for good</source>
        <translation>最终拒绝的代码</translation>
    </message>
    <message>
        <source>Limits</source>
        <translation>上限</translation>
    </message>
    <message>
        <source>%1 sends, %2 questions, a person after %3</source>
        <translation>发送 %1 次，查询 %2 次，%3后转人工</translation>
    </message>
    <message>
        <source>Latency, last hour</source>
        <translation>最近一小时延迟</translation>
    </message>
    <message>
        <source>Address</source>
        <translation>地址</translation>
    </message>
    <message>
        <source>Made</source>
        <translation>建立于</translation>
    </message>
    <message>
        <source>Made by</source>
        <translation>建立人</translation>
    </message>
    <message>
        <source>since %1 by %2: %3</source>
        <comment>instant, person, reason</comment>
        <translation>自 %1 起，由 %2：%3</translation>
    </message>
    <message>
        <source>paused</source>
        <translation>已暂停</translation>
    </message>
    <message>
        <source>never</source>
        <comment>self-test</comment>
        <translation>从未</translation>
    </message>
    <message>
        <source>No self-test of this version is recorded: it cannot be enabled.</source>
        <translation>没有此版本的自检记录：不能启用。</translation>
    </message>
    <message>
        <source>passed, %1 ago</source>
        <comment>self-test</comment>
        <translation>通过，%1前</translation>
    </message>
    <message>
        <source>failed, %1 ago</source>
        <comment>self-test</comment>
        <translation>未通过，%1前</translation>
    </message>
    <message>
        <source>%1, by %2</source>
        <comment>instant, person</comment>
        <translation>%1，由 %2</translation>
    </message>
    <message>
        <source>none; the version cannot be enabled without a passed one</source>
        <translation>无；没有通过的自检，此版本不能启用</translation>
    </message>
    <message>
        <source>passed at %1, by %2</source>
        <translation>%1 通过，由 %2</translation>
    </message>
    <message>
        <source>failed at %1, by %2; the version cannot be enabled again before one passes</source>
        <translation>%1 未通过，由 %2；在一次自检通过之前，此版本不能再次启用</translation>
    </message>
    <message>
        <source>Self-test</source>
        <comment>column</comment>
        <translation>自检</translation>
    </message>
    <message>
        <source>The last self-test of this version: whether the bank does what is declared.</source>
        <translation>此版本最近一次自检：银行的行为是否与声明一致。</translation>
    </message>
    <message>
        <source>Paused</source>
        <translation>暂停</translation>
    </message>
    <message>
        <source>Last self-test</source>
        <translation>最近一次自检</translation>
    </message>
</context>
<context>
    <name>CompensationText</name>
    <message>
        <source>took effect at %1</source>
        <comment>time</comment>
        <translation>于 %1 生效</translation>
    </message>
    <message>
        <source>took effect</source>
        <translation>已生效</translation>
    </message>
    <message>
        <source>failed: %1</source>
        <comment>why</comment>
        <translation>失败：%1</translation>
    </message>
    <message>
        <source>in flight for %1</source>
        <comment>age</comment>
        <translation>在途 %1</translation>
    </message>
    <message>
        <source>%1 for operation %2, approved by request %3: %4</source>
        <comment>kind of compensation, key, number, how far</comment>
        <translation>针对操作 %2 的%1，由请求 %3 批准：%4</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <comment>kind of compensation, amount</comment>
        <translation>%1 %2</translation>
    </message>
    <message>
        <source>Compensation by request %1: %2, %3</source>
        <comment>number, what, how far</comment>
        <translation>补偿（请求 %1）：%2，%3</translation>
    </message>
</context>
<context>
    <name>ConnectionText</name>
    <message>
        <source>Connecting</source>
        <translation>正在连接</translation>
    </message>
    <message>
        <source>Nothing was read yet.</source>
        <translation>尚未读取任何数据。</translation>
    </message>
    <message>
        <source>Live</source>
        <translation>实时</translation>
    </message>
    <message>
        <source>The data are younger than 10 seconds.</source>
        <translation>数据不超过 10 秒。</translation>
    </message>
    <message>
        <source>Delayed</source>
        <translation>延迟</translation>
    </message>
    <message>
        <source>The data are older than 10 seconds, or reading is slow.</source>
        <translation>数据已超过 10 秒，或读取缓慢。</translation>
    </message>
    <message>
        <source>Reconnecting</source>
        <translation>正在重连</translation>
    </message>
    <message>
        <source>The connection is lost and is tried again by itself.</source>
        <translation>连接已断开，正在自动重连。</translation>
    </message>
    <message>
        <source>Offline</source>
        <translation>离线</translation>
    </message>
    <message>
        <source>No connection for more than a minute, or the login was refused.</source>
        <translation>断开已超过一分钟，或登录被拒绝。</translation>
    </message>
    <message>
        <source>Different server</source>
        <translation>服务器已变更</translation>
    </message>
    <message>
        <source>Another server, timeline or role answers than before.</source>
        <translation>应答的服务器、时间线或角色与之前不同。</translation>
    </message>
    <message>
        <source>Not usable</source>
        <translation>不可用</translation>
    </message>
    <message>
        <source>The schema or the self-check does not allow working here.</source>
        <translation>数据库模式或自检不允许在此操作。</translation>
    </message>
    <message>
        <source>Data from %1. Actions are off.</source>
        <translation>数据时间 %1。操作已停用。</translation>
    </message>
    <message>
        <source>Nothing was read yet. Actions are off.</source>
        <translation>尚未读取任何数据。操作已停用。</translation>
    </message>
    <message>
        <source>Trying now.</source>
        <translation>正在尝试。</translation>
    </message>
    <message>
        <source>Retrying in %1.</source>
        <translation>%1后重试。</translation>
    </message>
    <message>
        <source>It is not retried by itself.</source>
        <translation>不会自动重试。</translation>
    </message>
    <message>
        <source>Connection lost %1 ago.</source>
        <translation>连接已断开 %1。</translation>
    </message>
    <message>
        <source>The server takes connections but does not answer.</source>
        <translation>服务器接受连接但没有应答。</translation>
    </message>
    <message>
        <source>primary</source>
        <comment>server role</comment>
        <translation>主库</translation>
    </message>
    <message>
        <source>replica</source>
        <comment>server role</comment>
        <translation>只读副本</translation>
    </message>
    <message>
        <source>Now on %1 (%2), another server, timeline or login than before; everything was read anew at %3. Actions are off until you continue here.</source>
        <translation>当前为 %1（%2），服务器、时间线或登录名与之前不同；已于 %3 全部重新读取。在确认继续之前，操作保持停用。</translation>
    </message>
    <message>
        <source>The clock of this computer is %1 off the database&apos;s. Ages are the database&apos;s; correct the clock.</source>
        <translation>本机时钟与数据库相差 %1。时长以数据库为准；请校正本机时钟。</translation>
    </message>
    <message>
        <source>%1 · data %2 old</source>
        <comment>connection state, age</comment>
        <translation>%1 · 数据 %2前</translation>
    </message>
    <message>
        <source>TLS</source>
        <translation>TLS</translation>
    </message>
    <message>
        <source>no TLS</source>
        <translation>未加密</translation>
    </message>
    <message>
        <source>This session is read only.</source>
        <translation>当前会话为只读。</translation>
    </message>
    <message>
        <source>Another server answers than before; continue there first.</source>
        <translation>应答的服务器与之前不同；请先确认继续。</translation>
    </message>
    <message>
        <source>There is no connection; nothing is queued for later.</source>
        <translation>没有连接；不会排队等待稍后执行。</translation>
    </message>
    <message>
        <source>The connection for acts is not up; nothing is queued for later.</source>
        <translation>操作连接尚未建立；不会排队等待稍后执行。</translation>
    </message>
    <message>
        <source>This is a replica; acts need the primary.</source>
        <translation>这是只读副本；操作须在主库上进行。</translation>
    </message>
    <message>
        <source>This login is not mapped to a person; acts need one.</source>
        <translation>此登录名未对应到人员；操作须由具体人员进行。</translation>
    </message>
    <message>
        <source>This needs the role %1.</source>
        <translation>需要角色：%1。</translation>
    </message>
    <message>
        <source>This session is read only, and a look must be recorded before anything is shown. Use the command onceoverctl reveal.</source>
        <translation>当前会话为只读，而查看必须先记录才能显示。请使用命令 onceoverctl reveal。</translation>
    </message>
</context>
<context>
    <name>ControlCommand</name>
    <message>
        <source>held back: operations %1, messages %2, runs %3; may still leave: %4</source>
        <translation>被拦下：操作 %1，消息 %2，运行 %3；仍可能发出：%4</translation>
    </message>
    <message>
        <source>Nothing is frozen.</source>
        <translation>没有任何冻结。</translation>
    </message>
    <message>
        <source>may still leave from host %1: %2 %3 key %4</source>
        <translation>仍可能从主机 %1 发出：%2 %3 键 %4</translation>
    </message>
    <message>
        <source>Freeze %1 of %2 is ordered and not yet in force.</source>
        <translation>冻结 %1（范围：%2）已下达，尚未生效。</translation>
    </message>
    <message>
        <source>Freeze %1 of %2 is in force: no new attempt, claim, retry or send.</source>
        <translation>冻结 %1（范围：%2）已生效：不再有新的尝试、领取、重试或发送。</translation>
    </message>
    <message>
        <source>Fenced: operations given back %1, messages to be asked about %2.</source>
        <translation>已隔离：收回操作 %1，待查询消息 %2。</translation>
    </message>
    <message>
        <source>A freeze covers everything, or one job, channel, merchant or batch by its id.</source>
        <translation>冻结范围可以是全部（everything），或按编号指定一个作业、渠道、商户或批次。</translation>
    </message>
    <message>
        <source>A fence covers everything, or one job, channel, merchant, batch, worker or operation by its id.</source>
        <translation>隔离范围可以是全部（everything），或按编号指定一个作业、渠道、商户、批次、工作进程或操作。</translation>
    </message>
    <message>
        <source>Only a worker can be gone.</source>
        <translation>只有工作进程可以标为已消失。</translation>
    </message>
</context>
<context>
    <name>DiagnoseCommand</name>
    <message>
        <source>triggers</source>
        <translation>触发</translation>
    </message>
    <message>
        <source>attempts</source>
        <translation>执行尝试</translation>
    </message>
    <message>
        <source>operations</source>
        <translation>操作</translation>
    </message>
    <message>
        <source>legs of a phase</source>
        <translation>同一阶段分录</translation>
    </message>
    <message>
        <source>orders</source>
        <translation>指令</translation>
    </message>
    <message>
        <source>effects outside</source>
        <translation>外部效果</translation>
    </message>
    <message>
        <source>, part %1 of %2</source>
        <translation>，分片 %1/%2</translation>
    </message>
    <message>
        <source>%1, %2%3: %4</source>
        <translation>%1，%2%3：%4</translation>
    </message>
    <message>
        <source>one trigger became %1 executions</source>
        <translation>一次触发变成了 %1 次执行</translation>
    </message>
    <message>
        <source>and %1 more (--json tells all)</source>
        <translation>另有 %1 项（--json 列出全部）</translation>
    </message>
    <message>
        <source>%1: %2 still ran when %3 began, for %4 s: next to each other, not yet twice</source>
        <translation>%1：%3 开始时 %2 仍在运行，重叠 %4 秒：同时运行，尚不算重复</translation>
    </message>
    <message>
        <source>%1: its parts are of very unequal size. That makes it slow; it never makes it run twice.</source>
        <translation>%1：各分片大小悬殊。这会变慢，但绝不会导致重复执行。</translation>
    </message>
    <message>
        <source>; one became two at: %1</source>
        <translation>；在此层由一变二：%1</translation>
    </message>
    <message>
        <source>%1 cannot be read.</source>
        <translation>无法读取 %1。</translation>
    </message>
    <message>
        <source>%1 holds no row of xxl_job_log.</source>
        <translation>%1 中没有 xxl_job_log 的记录。</translation>
    </message>
    <message>
        <source>A log of executions tells nothing of effects: whether money moved twice, ledger and bank tell.</source>
        <translation>执行日志不说明效果：资金是否重复变动，要看账本和银行。</translation>
    </message>
    <message>
        <source>%1: %2 operations, %3 of them worked on or sent more than once</source>
        <translation>%1：共 %2 个操作，其中 %3 个被处理或发送过多次</translation>
    </message>
    <message>
        <source>and %1 more</source>
        <translation>另有 %1 项</translation>
    </message>
    <message>
        <source>A job and --biz-date YYYY-MM-DD are required, or --log FILE.</source>
        <translation>需要作业和 --biz-date YYYY-MM-DD，或者 --log 文件。</translation>
    </message>
    <message>
        <source>whether one trigger asked for all of them is not told</source>
        <translation>没有记录说明它们是否属于同一次触发</translation>
    </message>
    <message>
        <source>Among %1 executions no two were given the same work.</source>
        <translation>%1 次执行中没有两次被分配相同的工作。</translation>
    </message>
    <message>
        <source>%1 executions tell neither their work nor when they were dispatched: nothing can be said of them.</source>
        <translation>%1 次执行既没有说明工作内容，也没有派发时间：无法判断。</translation>
    </message>
    <message>
        <source>Who worked on them is not told any more: events are kept for 30 days.</source>
        <translation>已无法得知由谁处理：事件只保留 30 天。</translation>
    </message>
    <message>
        <source>✖ %1 business keys took effect twice. Freeze before anything else.</source>
        <translation>✖ %1 个业务键已重复生效。请先冻结，再做其他事。</translation>
    </message>
    <message>
        <source>– What became of %1 business keys the outside has not told: nothing is proved yet.</source>
        <translation>– %1 个业务键的外部结果尚未得知：还不能证明任何事。</translation>
    </message>
    <message>
        <source>✔ Nothing took effect twice, by what the outside answered.</source>
        <translation>✔ 按外部的答复，没有任何操作重复生效。</translation>
    </message>
</context>
<context>
    <name>DifferenceText</name>
    <message>
        <source>Nobody paid this order of %1: what was given for it is not paid for.</source>
        <translation>无人支付这笔 %1 的订单：已提供的权益没有对应付款。</translation>
    </message>
    <message>
        <source>Somebody paid %1 for no order of ours: nothing was given for it.</source>
        <translation>有人支付了 %1，但不属于我方任何订单：没有提供对应权益。</translation>
    </message>
    <message>
        <source>The order was paid again: the subscriber paid %1 once too often.</source>
        <translation>该订单被再次支付：订阅者多付了一次 %1。</translation>
    </message>
    <message>
        <source>The subscriber paid %1 more than was ordered.</source>
        <translation>订阅者比订单多付 %1。</translation>
    </message>
    <message>
        <source>The subscriber paid %1 less than was ordered.</source>
        <translation>订阅者比订单少付 %1。</translation>
    </message>
    <message>
        <source>Charged, not given: the subscriber paid %1, and the subscription was not extended for it. A refund or an extension makes it good.</source>
        <translation>已扣款未提供：订阅者支付了 %1，但订阅没有相应续期。可通过退款或续期弥补。</translation>
    </message>
    <message>
        <source>Given, not charged: the subscription was extended further than was ordered, and nobody paid %1 for it.</source>
        <translation>已提供未扣款：订阅的续期超出了订单，且无人为此支付 %1。</translation>
    </message>
    <message>
        <source>%1 was paid for a subscription that does not exist: nothing was given for it.</source>
        <translation>为不存在的订阅支付了 %1：没有提供对应权益。</translation>
    </message>
    <message>
        <source>The order of %1 is for a subscription that does not exist.</source>
        <translation>这笔 %1 的订单所属的订阅不存在。</translation>
    </message>
    <message>
        <source>The bank has more than one effect under this key: the payer was charged %1 at least once too often.</source>
        <translation>银行在该键下有多次生效：付款人至少被多扣了一次 %1。</translation>
    </message>
    <message>
        <source>The bank has more than one effect under this key: %1 left our account at least once too often.</source>
        <translation>银行在该键下有多次生效：%1 至少多离开我方账户一次。</translation>
    </message>
    <message>
        <source>The bank collected %1 more than our book knows: the payer was charged without a reason here.</source>
        <translation>银行比我方账多收 %1：付款人被扣款，但我方没有依据。</translation>
    </message>
    <message>
        <source>The bank told of %1 under a key that our book does not know.</source>
        <translation>银行就我方账上没有的键告知了 %1。</translation>
    </message>
    <message>
        <source>The bank executed %1 that our book does not know.</source>
        <translation>银行执行了我方账上没有的 %1。</translation>
    </message>
    <message>
        <source>The bank paid %1 more than our book knows: it left our account without a reason here.</source>
        <translation>银行比我方账多付 %1：资金已离开我方账户，但我方没有依据。</translation>
    </message>
    <message>
        <source>Our book has %1 that the bank did not collect: what was given for it is not paid for.</source>
        <translation>我方账上有 %1 银行未收：已提供的权益没有对应付款。</translation>
    </message>
    <message>
        <source>Our book has %1 that the bank did not pay: the merchant waits for it.</source>
        <translation>我方账上有 %1 银行未付：商户仍在等待。</translation>
    </message>
    <message>
        <source>The bank paid it and sent %1 back later: the merchant does not have it. Nothing is paid again by itself; an approved correction puts it into the merchant&apos;s next cycle.</source>
        <translation>银行付款后又退回了 %1：商户没有收到。不会自动再次付款；经批准的更正会将其转入商户的下一周期。</translation>
    </message>
    <message>
        <source>some money</source>
        <translation>部分款项</translation>
    </message>
    <message>
        <source>The two sides are in different currencies: neither amount can be taken from the other. The detail has both.</source>
        <translation>双方币种不同：两个金额不能相减。详情中列有两者。</translation>
    </message>
    <message>
        <source>The counts of the two books do not agree.</source>
        <translation>两边账的笔数不一致。</translation>
    </message>
    <message>
        <source>No amount is on record. The detail says what was found.</source>
        <translation>没有金额记录。详情说明了发现的内容。</translation>
    </message>
    <message>
        <source>Ours %1, theirs %2.</source>
        <translation>我方 %1，对方 %2。</translation>
    </message>
    <message>
        <source>our book, the bank&apos;s book</source>
        <translation>我方账、银行账</translation>
    </message>
    <message>
        <source>orders, payments</source>
        <translation>订单、付款</translation>
    </message>
    <message>
        <source>payments, subscriptions</source>
        <translation>付款、订阅</translation>
    </message>
    <message>
        <source>orders, subscriptions</source>
        <translation>订单、订阅</translation>
    </message>
    <message>
        <source>order %1</source>
        <translation>订单 %1</translation>
    </message>
    <message>
        <source>payment %1</source>
        <translation>付款 %1</translation>
    </message>
    <message>
        <source>subscription %1</source>
        <translation>订阅 %1</translation>
    </message>
    <message>
        <source>callback %1</source>
        <translation>回调 %1</translation>
    </message>
    <message>
        <source>our book, the bank&apos;s statement</source>
        <translation>我方账、银行对账单</translation>
    </message>
</context>
<context>
    <name>DoctorCommand</name>
    <message>
        <source>✔ good</source>
        <translation>✔ 正常</translation>
    </message>
    <message>
        <source>– advice</source>
        <translation>– 建议</translation>
    </message>
    <message>
        <source>✖ missing</source>
        <translation>✖ 缺失</translation>
    </message>
    <message>
        <source>No installation that this program knows · %1</source>
        <translation>没有本程序认识的安装 · %1</translation>
    </message>
    <message>
        <source>Nothing that Onceover needs is missing.</source>
        <translation>Onceover 所需的一切均已具备。</translation>
    </message>
    <message>
        <source>Something that Onceover needs is missing.</source>
        <translation>缺少 Onceover 所需的内容。</translation>
    </message>
</context>
<context>
    <name>Error</name>
    <message>
        <source>the channel cannot be asked</source>
        <translation>该渠道无法查询</translation>
    </message>
    <message>
        <source>the profile version is not known</source>
        <translation>档案版本未知</translation>
    </message>
    <message>
        <source>an earlier send may have left</source>
        <translation>更早的一次发送可能已发出</translation>
    </message>
    <message>
        <source>an earlier send is being executed</source>
        <translation>更早的一次发送正在执行</translation>
    </message>
    <message>
        <source>the budget is spent</source>
        <translation>尝试次数已用完</translation>
    </message>
    <message>
        <source>the key&apos;s life ends before the next send</source>
        <translation>键的有效期在下次发送前结束</translation>
    </message>
    <message>
        <source>without reference, amount or currency</source>
        <translation>没有参考号、金额或币种</translation>
    </message>
    <message>
        <source>%1 wait, the oldest for %2 min</source>
        <translation>%1 条在等待，最久 %2 分钟</translation>
    </message>
    <message>
        <source>planned for %1 and not begun</source>
        <translation>计划于 %1，尚未开始</translation>
    </message>
    <message>
        <source>not seen since %1</source>
        <translation>自 %1 起未出现</translation>
    </message>
    <message>
        <source>the clock says %1, a heartbeat was written at %2</source>
        <translation>时钟显示 %1，而有心跳写于 %2</translation>
    </message>
    <message>
        <source>it took %1 s</source>
        <translation>用时 %1 秒</translation>
    </message>
    <message>
        <source>it knows no day after %1: enter the next days</source>
        <translation>%1 之后没有日历：请录入之后的日期</translation>
    </message>
    <message>
        <source>the book was not read</source>
        <translation>未能读取账本</translation>
    </message>
    <message>
        <source>executed with %1 instead of %2</source>
        <comment>amounts</comment>
        <translation>以 %1 而非 %2 执行</translation>
    </message>
    <message>
        <source>; </source>
        <comment>between two sentences</comment>
        <translation>；</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <comment>kind of answer, the bank&apos;s code</comment>
        <translation>%1（%2）</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>answer, what was said</comment>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>%1; %2</source>
        <comment>answer, what follows</comment>
        <translation>%1；%2</translation>
    </message>
    <message>
        <source>executed there, %1 here</source>
        <comment>state of the message</comment>
        <translation>对方已执行，我方为%1</translation>
    </message>
    <message>
        <source>executed there, still %1 here</source>
        <comment>state of the message</comment>
        <translation>对方已执行，我方仍为%1</translation>
    </message>
    <message>
        <source>operation %1; answer: %2</source>
        <comment>state, answer</comment>
        <translation>操作%1；应答：%2</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>kind of difference, detail</comment>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>the order was not paid</source>
        <translation>订单未付款</translation>
    </message>
    <message>
        <source>the payment belongs to no order</source>
        <translation>该付款不属于任何订单</translation>
    </message>
    <message>
        <source>paid again: the first payment is %1</source>
        <translation>再次付款：首次付款为 %1</translation>
    </message>
    <message>
        <source>paid to %1, extended to %2</source>
        <translation>已付至 %1，续期至 %2</translation>
    </message>
    <message>
        <source>extended to %1, ordered to %2</source>
        <translation>续期至 %1，订购至 %2</translation>
    </message>
    <message>
        <source>subscription %1 does not exist</source>
        <translation>订阅 %1 不存在</translation>
    </message>
    <message>
        <source>ordered %1, paid %2</source>
        <comment>amounts</comment>
        <translation>订单 %1，付款 %2</translation>
    </message>
    <message>
        <source>nobody has decided it; it expires at %1</source>
        <translation>尚无人决定；将于 %1 过期</translation>
    </message>
    <message>
        <source>%1 more are not as recorded</source>
        <translation>另有 %1 项与登记不符</translation>
    </message>
    <message>
        <source>made again by request %1; an earlier one may have left</source>
        <translation>由请求 %1 重新生成；更早的一条可能已发出</translation>
    </message>
    <message>
        <source>request %1: sent again under the same key</source>
        <translation>请求 %1：以同一键再次发送</translation>
    </message>
    <message>
        <source>it is missing, not as recorded</source>
        <translation>已缺失，与登记不符</translation>
    </message>
    <message>
        <source>it is disabled, not as recorded</source>
        <translation>已停用，与登记不符</translation>
    </message>
    <message>
        <source>it is invalid, not as recorded</source>
        <translation>已失效，与登记不符</translation>
    </message>
    <message>
        <source>it is changed, not as recorded</source>
        <translation>已被更改，与登记不符</translation>
    </message>
    <message>
        <source>it is missing or disabled, not as recorded</source>
        <translation>已缺失或停用，与登记不符</translation>
    </message>
    <message>
        <source>it is empty, not as recorded</source>
        <translation>为空，与登记不符</translation>
    </message>
</context>
<context>
    <name>EvidenceCommand</name>
    <message>
        <source>%1 of %2, seen %3 by %4, at %5 of the database&apos;s log</source>
        <translation>%2 的 %1，%4 于 %3 查看，位于数据库日志 %5</translation>
    </message>
    <message>
        <source>  %1: %2 rows, SHA-256 %3</source>
        <translation>  %1：%2 行，SHA-256 %3</translation>
    </message>
    <message>
        <source>--biz-date %1 is no date like 2026-03-29.</source>
        <translation>--biz-date %1 不是 2026-03-29 这样的日期。</translation>
    </message>
    <message>
        <source>Signed by the key %1.</source>
        <translation>由密钥 %1 签名。</translation>
    </message>
    <message>
        <source>Not signed: whoever can write the folder can write it anew. Sign it with --key.</source>
        <translation>未签名：能写该文件夹的人都可以重写它。请用 --key 签名。</translation>
    </message>
    <message>
        <source>Judge it anywhere: onceoverctl evidence verify %1</source>
        <translation>可在任何地方检验：onceoverctl evidence verify %1</translation>
    </message>
    <message>
        <source>✖ %1: %2</source>
        <translation>✖ %1：%2</translation>
    </message>
    <message>
        <source>Signed by the key %1; the signature is good.</source>
        <translation>由密钥 %1 签名，签名有效。</translation>
    </message>
    <message>
        <source>Not signed: it is judged by its digests alone.</source>
        <translation>未签名：只按摘要检验。</translation>
    </message>
    <message>
        <source>✔ Each line is as it was saved.</source>
        <translation>✔ 每一行都与保存时一致。</translation>
    </message>
    <message>
        <source>✖ Not all is as it was saved.</source>
        <translation>✖ 并非全部与保存时一致。</translation>
    </message>
    <message>
        <source>With --incident only the folder is named.</source>
        <translation>使用 --incident 时只需给出文件夹。</translation>
    </message>
    <message>
        <source>Name a job and a folder, or --incident and a folder.</source>
        <translation>请给出作业和文件夹，或 --incident 和文件夹。</translation>
    </message>
    <message>
        <source>Left out: %1.</source>
        <translation>未包含：%1。</translation>
    </message>
</context>
<context>
    <name>FailureText</name>
    <message>
        <source>Login refused</source>
        <translation>登录被拒绝</translation>
    </message>
    <message>
        <source>The server refused this login.</source>
        <translation>服务器拒绝了此登录名。</translation>
    </message>
    <message>
        <source>Check the user name, the pass file (~/.pgpass) and the server&apos;s pg_hba.conf, then try again.</source>
        <translation>请检查用户名、密码文件（~/.pgpass）和服务器的 pg_hba.conf，然后重试。</translation>
    </message>
    <message>
        <source>Server not reachable</source>
        <translation>无法连接服务器</translation>
    </message>
    <message>
        <source>No PostgreSQL server answers at this address.</source>
        <translation>此地址没有 PostgreSQL 服务器应答。</translation>
    </message>
    <message>
        <source>Check that the server runs and that host, port or socket folder are right (`onceoverctl sandbox start` starts the practice server).</source>
        <translation>请确认服务器正在运行，主机、端口或套接字目录无误（`onceoverctl sandbox start` 启动练习服务器）。</translation>
    </message>
    <message>
        <source>No database chosen</source>
        <translation>未指定数据库</translation>
    </message>
    <message>
        <source>No database was named and no practice sandbox is running.</source>
        <translation>未指定数据库，也没有正在运行的练习沙箱。</translation>
    </message>
    <message>
        <source>Start the practice sandbox with ./app/sandbox.sh, or name a database with --dsn, --service or the PG variables.</source>
        <translation>用 ./app/sandbox.sh 启动练习沙箱，或用 --dsn、--service 或 PG 环境变量指定数据库。</translation>
    </message>
    <message>
        <source>Connection lost</source>
        <translation>连接已断开</translation>
    </message>
    <message>
        <source>The connection to the database was lost.</source>
        <translation>与数据库的连接已断开。</translation>
    </message>
    <message>
        <source>Check that the server still runs and can be reached; then try again.</source>
        <translation>请确认服务器仍在运行且可以访问，然后重试。</translation>
    </message>
    <message>
        <source>Connection string not understood</source>
        <translation>无法识别连接串</translation>
    </message>
    <message>
        <source>The connection string or service name is not valid.</source>
        <translation>连接串或服务名无效。</translation>
    </message>
    <message>
        <source>Write keywords such as &quot;host=db-1 dbname=settlement&quot; or name a service of pg_service.conf.</source>
        <translation>请写成关键字形式，例如 &quot;host=db-1 dbname=settlement&quot;，或使用 pg_service.conf 中的服务名。</translation>
    </message>
    <message>
        <source>Login without a duty</source>
        <translation>登录名没有职责</translation>
    </message>
    <message>
        <source>The login %1 has no duty in this database; it may not even look.</source>
        <translation>登录名 %1 在此数据库中没有任何职责，连查看也不可以。</translation>
    </message>
    <message>
        <source>Ask an administrator for one: GRANT onceover_viewer TO &quot;%1&quot;; (or onceover_operator, onceover_approver, onceover_auditor).</source>
        <translation>请管理员授予：GRANT onceover_viewer TO &quot;%1&quot;;（或 onceover_operator、onceover_approver、onceover_auditor）。</translation>
    </message>
    <message>
        <source>No such database</source>
        <translation>数据库不存在</translation>
    </message>
    <message>
        <source>The server has no database of this name.</source>
        <translation>服务器上没有此名称的数据库。</translation>
    </message>
    <message>
        <source>Check the database name (`psql -l` lists them), or make it and run `onceoverctl migrate`.</source>
        <translation>请检查数据库名（`psql -l` 可列出），或创建后执行 `onceoverctl migrate`。</translation>
    </message>
    <message>
        <source>No Onceover schema</source>
        <translation>没有 Onceover 模式</translation>
    </message>
    <message>
        <source>This database has no Onceover schema.</source>
        <translation>此数据库中没有 Onceover 模式。</translation>
    </message>
    <message>
        <source>Choose another database, or let the migrator run `onceoverctl migrate` in it.</source>
        <translation>请选择其他数据库，或由迁移账号在其中执行 `onceoverctl migrate`。</translation>
    </message>
    <message>
        <source>Too many connections</source>
        <translation>连接过多</translation>
    </message>
    <message>
        <source>The server takes no more connections.</source>
        <translation>服务器不再接受新连接。</translation>
    </message>
    <message>
        <source>Close idle ones or raise max_connections.</source>
        <translation>请关闭空闲连接，或调大 max_connections。</translation>
    </message>
    <message>
        <source>Server is starting</source>
        <translation>服务器正在启动</translation>
    </message>
    <message>
        <source>The server is starting up, shutting down or recovering.</source>
        <translation>服务器正在启动、关闭或恢复。</translation>
    </message>
    <message>
        <source>Wait until it is ready; nothing else needs to be done.</source>
        <translation>请等待其就绪，无需其他操作。</translation>
    </message>
    <message>
        <source>Read only</source>
        <translation>只读</translation>
    </message>
    <message>
        <source>This session can only read: it is on a replica, or it was opened read only.</source>
        <translation>此会话只能读取：位于只读副本，或以只读方式打开。</translation>
    </message>
    <message>
        <source>Connect to the primary with a login that may act.</source>
        <translation>请用有操作权限的登录名连接主库。</translation>
    </message>
    <message>
        <source>Not permitted</source>
        <translation>没有权限</translation>
    </message>
    <message>
        <source>This login lacks the privilege for this.</source>
        <translation>此登录名没有该操作的权限。</translation>
    </message>
    <message>
        <source>Ask an administrator for the role; `onceoverctl doctor` tells which one is missing.</source>
        <translation>请管理员授予角色；`onceoverctl doctor` 会说明缺少哪一个。</translation>
    </message>
    <message>
        <source>Cancelled</source>
        <translation>已取消</translation>
    </message>
    <message>
        <source>The server ended the statement, on request or because it took too long.</source>
        <translation>服务器终止了该语句：应要求，或因耗时过长。</translation>
    </message>
    <message>
        <source>Narrow the filter or try again; nothing was changed.</source>
        <translation>请缩小筛选范围或重试；未作任何更改。</translation>
    </message>
    <message>
        <source>Busy</source>
        <translation>繁忙</translation>
    </message>
    <message>
        <source>Somebody else holds what this needs just now.</source>
        <translation>所需资源正被他人占用。</translation>
    </message>
    <message>
        <source>Try again in a moment; nothing was changed.</source>
        <translation>请稍后重试；未作任何更改。</translation>
    </message>
    <message>
        <source>Server short of resources</source>
        <translation>服务器资源不足</translation>
    </message>
    <message>
        <source>The server is short of memory, disk or connections.</source>
        <translation>服务器内存、磁盘或连接不足。</translation>
    </message>
    <message>
        <source>Look at the server&apos;s memory, disk and log.</source>
        <translation>请检查服务器的内存、磁盘和日志。</translation>
    </message>
    <message>
        <source>Refused</source>
        <translation>已拒绝</translation>
    </message>
    <message>
        <source>A rule said no.</source>
        <translation>规则不允许。</translation>
    </message>
    <message>
        <source>Nothing was changed; the reason is in the details.</source>
        <translation>未作任何更改；原因见详情。</translation>
    </message>
    <message>
        <source>Moved meanwhile</source>
        <translation>期间已变化</translation>
    </message>
    <message>
        <source>Somebody else changed it meanwhile.</source>
        <translation>期间已被他人更改。</translation>
    </message>
    <message>
        <source>Somebody else changed it meanwhile; it is now %1.</source>
        <translation>期间已被他人更改，现为 %1。</translation>
    </message>
    <message>
        <source>Read it again, then decide.</source>
        <translation>请重新读取后再决定。</translation>
    </message>
    <message>
        <source>It was cancelled.</source>
        <translation>已取消。</translation>
    </message>
    <message>
        <source>Nothing was changed; ask again when you need it.</source>
        <translation>未作任何更改；需要时请再次请求。</translation>
    </message>
    <message>
        <source>Outcome unknown</source>
        <translation>结果未知</translation>
    </message>
    <message>
        <source>The connection was lost while the change was being committed; whether it took effect is not known yet.</source>
        <translation>提交更改时连接断开；是否生效尚不可知。</translation>
    </message>
    <message>
        <source>It is looked up by its request id after reconnecting. Do not repeat it in another way.</source>
        <translation>重连后将按请求号查询。请勿用其他方式重复操作。</translation>
    </message>
    <message>
        <source>Rejected by the database</source>
        <translation>被数据库拒绝</translation>
    </message>
    <message>
        <source>A guard of the database rejected this data.</source>
        <translation>数据库的保护规则拒绝了此数据。</translation>
    </message>
    <message>
        <source>Nothing was changed. Correct the data; repeating the same cannot help.</source>
        <translation>未作任何更改。请更正数据；原样重复没有用。</translation>
    </message>
    <message>
        <source>Something is broken</source>
        <translation>出现故障</translation>
    </message>
    <message>
        <source>The program or the installation has a fault.</source>
        <translation>程序或安装存在故障。</translation>
    </message>
    <message>
        <source>Copy the details, run `onceoverctl doctor` and report what it says.</source>
        <translation>请复制详情，执行 `onceoverctl doctor` 并报告其结果。</translation>
    </message>
    <message>
        <source>refused</source>
        <comment>kind of failure</comment>
        <translation>拒绝</translation>
    </message>
    <message>
        <source>conflict</source>
        <comment>kind of failure</comment>
        <translation>冲突</translation>
    </message>
    <message>
        <source>unavailable</source>
        <comment>kind of failure</comment>
        <translation>不可用</translation>
    </message>
    <message>
        <source>cancelled</source>
        <comment>kind of failure</comment>
        <translation>取消</translation>
    </message>
    <message>
        <source>in doubt</source>
        <comment>kind of failure</comment>
        <translation>存疑</translation>
    </message>
    <message>
        <source>data rejected</source>
        <comment>kind of failure</comment>
        <translation>数据被拒</translation>
    </message>
    <message>
        <source>broken</source>
        <comment>kind of failure</comment>
        <translation>故障</translation>
    </message>
    <message>
        <source>Kind: %1</source>
        <translation>类别：%1</translation>
    </message>
    <message>
        <source>Reason: %1</source>
        <translation>原因：%1</translation>
    </message>
    <message>
        <source>Query: %1</source>
        <translation>查询：%1</translation>
    </message>
    <message>
        <source>SQLSTATE: %1</source>
        <translation>SQLSTATE：%1</translation>
    </message>
    <message>
        <source>Found: %1</source>
        <translation>实际：%1</translation>
    </message>
    <message>
        <source>Server: %1</source>
        <translation>服务器：%1</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>item: what happened to it</comment>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <comment>what happened, what to do next</comment>
        <translation>%1%2</translation>
    </message>
    <message>
        <source>Refused for a reason that this program does not know: %1.</source>
        <translation>因本程序不认识的原因被拒绝：%1。</translation>
    </message>
    <message>
        <source>%1 for %2</source>
        <comment>job for business date</comment>
        <translation>%1（业务日期 %2）</translation>
    </message>
    <message>
        <source>%1 for %2: run %3 was created; the scheduler begins it.</source>
        <translation>%1（%2）：运行 %3 已创建，由调度器开始。</translation>
    </message>
    <message>
        <source>%1 for %2: run %3 is held by a freeze; the lift decides what becomes of it.</source>
        <translation>%1（%2）：运行 %3 因冻结而暂停；解除时决定如何处理。</translation>
    </message>
    <message>
        <source>%1 for %2: run %3 is completed already; nothing was done again, and nothing new was written but this trigger.</source>
        <translation>%1（%2）：运行 %3 早已完成；没有重复执行，除本次触发外未写入任何新内容。</translation>
    </message>
    <message>
        <source>%1 for %2: run %3 exists already (%4); nothing new was written but this trigger.</source>
        <translation>%1（%2）：运行 %3 已存在（%4）；除本次触发外未写入任何新内容。</translation>
    </message>
    <message>
        <source>%1 for %2: run %3 (%4), answer %5.</source>
        <translation>%1（%2）：运行 %3（%4），应答 %5。</translation>
    </message>
    <message>
        <source>%1 for %2: run %3 was skipped by a recorded policy and stays skipped; nothing new was written but this trigger.</source>
        <translation>%1（%2）：运行 %3 已按记录的策略跳过，并保持跳过；除本次触发外未写入任何新内容。</translation>
    </message>
</context>
<context>
    <name>FreezeText</name>
    <message>
        <source>Freeze now</source>
        <translation>立即冻结</translation>
    </message>
    <message>
        <source>Freeze everything now</source>
        <translation>立即冻结全部</translation>
    </message>
    <message>
        <source>Freeze %1 now</source>
        <comment>scope</comment>
        <translation>立即冻结 %1</translation>
    </message>
    <message>
        <source>%1   (%2)</source>
        <comment>scope, key</comment>
        <translation>%1   (%2)</translation>
    </message>
    <message>
        <source>New runs are held until the lift.</source>
        <translation>新的运行被拦住，直到解除冻结。</translation>
    </message>
    <message>
        <source>No operation is claimed or tried again.</source>
        <translation>不再领取或重试任何操作。</translation>
    </message>
    <message>
        <source>No sender sends: messages wait where they are.</source>
        <translation>不再发送：消息原地等待。</translation>
    </message>
    <message>
        <source>Replays wait, unless a plan that two persons made goes on under the freeze.</source>
        <translation>重放等待，除非两个人定下的计划在冻结下继续进行。</translation>
    </message>
    <message>
        <source>Not stopped: work that was claimed before goes on to its end or lapses. A fence takes it away.</source>
        <translation>不停止：先前已领取的工作会做完或到期。隔离会把它收回。</translation>
    </message>
    <message>
        <source>Not stopped: facts are recorded, the bank is asked, books are compared, alerts go out.</source>
        <translation>不停止：记录事实、查询银行、对账、发出告警。</translation>
    </message>
    <message numerus="yes">
        <source>Not stopped: %n call(s) that may be at the bank already.</source>
        <translation>
            <numerusform>不停止：%n 个可能已到银行的调用。</numerusform>
        </translation>
    </message>
    <message>
        <source>Not stopped: calls that are at the bank already. None is known now.</source>
        <translation>不停止：已到银行的调用。目前没有已知的。</translation>
    </message>
    <message>
        <source>%1 on %2</source>
        <comment>worker, host</comment>
        <translation>%2 上的 %1</translation>
    </message>
    <message>
        <source>%1: may still leave from %2</source>
        <comment>message, sender</comment>
        <translation>%1：仍可能从 %2 发出</translation>
    </message>
    <message>
        <source>%1: sent %2 ago by %3</source>
        <comment>message, age, sender</comment>
        <translation>%1：%2前由 %3 发送</translation>
    </message>
    <message>
        <source>%1: ordered, not yet in force.</source>
        <comment>scope</comment>
        <translation>%1：已下达，尚未生效。</translation>
    </message>
    <message>
        <source>%1: in force since %2. Its lift waits for a second person.</source>
        <comment>scope, time</comment>
        <translation>%1：自 %2 起生效。其解除正等待另一个人决定。</translation>
    </message>
    <message>
        <source>%1: in force since %2, drained since %3. Nothing that it covers can leave any more.</source>
        <comment>scope, times</comment>
        <translation>%1：自 %2 起生效，%3 起已排空。范围内的任何内容都不会再发出。</translation>
    </message>
    <message numerus="yes">
        <source>%1: in force since %2, draining: %n call(s) may still leave.</source>
        <translation>
            <numerusform>%1：自 %2 起生效，正在排空：%n 个调用仍可能发出。</numerusform>
        </translation>
    </message>
    <message>
        <source>%1: in force since %2. Work that was claimed before is draining.</source>
        <comment>scope, time</comment>
        <translation>%1：自 %2 起生效。先前领取的工作正在排空。</translation>
    </message>
    <message>
        <source>Its lift was asked for already; an approver decides.</source>
        <translation>已有人请求解除；由审批人决定。</translation>
    </message>
    <message>
        <source>It has not drained yet: something that it covers is in work or may still leave.</source>
        <translation>尚未排空：范围内仍有工作在进行，或仍可能发出。</translation>
    </message>
    <message numerus="yes">
        <source>FROZEN since %1 by %2: %3. Reason: %4. %n operation(s) held.</source>
        <comment>time, person, scope, reason</comment>
        <translation>
            <numerusform>已冻结：自 %1 起，由 %2 下达，范围：%3。原因：%4。被拦住的操作：%n。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>And %n more freeze(s).</source>
        <translation>
            <numerusform>另有 %n 个冻结。</numerusform>
        </translation>
    </message>
    <message>
        <source>Nobody runs the duty replayer now: nothing is carried out, and no freeze drains. Start one with `onceover-worker --roles replayer`.</source>
        <translation>现在没有进程承担重放器职责：不会执行任何请求，冻结也不会排空。请用 `onceover-worker --roles replayer` 启动一个。</translation>
    </message>
    <message>
        <source>Held: %1, %2, %3</source>
        <comment>operations, messages, runs</comment>
        <translation>被拦住：%1，%2，%3</translation>
    </message>
    <message numerus="yes">
        <source>%n operation(s)</source>
        <translation>
            <numerusform>%n 个操作</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n message(s)</source>
        <translation>
            <numerusform>%n 条消息</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n run(s)</source>
        <translation>
            <numerusform>%n 次运行</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>FROZEN since %1: %2. %n held.</source>
        <comment>time, scope</comment>
        <translation>
            <numerusform>已冻结：自 %1 起，范围：%2。被拦住：%n。</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>IncidentActText</name>
    <message>
        <source>taking it over</source>
        <comment>act on an incident</comment>
        <translation>接手</translation>
    </message>
    <message>
        <source>a note</source>
        <comment>act on an incident</comment>
        <translation>备注</translation>
    </message>
    <message>
        <source>the reason of its freeze</source>
        <comment>act on an incident</comment>
        <translation>冻结理由</translation>
    </message>
    <message>
        <source>evidence</source>
        <comment>act on an incident</comment>
        <translation>证据</translation>
    </message>
    <message>
        <source>weighing the causes</source>
        <comment>act on an incident</comment>
        <translation>判断原因</translation>
    </message>
    <message>
        <source>the central question</source>
        <comment>act on an incident</comment>
        <translation>核心问题</translation>
    </message>
    <message>
        <source>comparing the books</source>
        <comment>act on an incident</comment>
        <translation>比对账册</translation>
    </message>
    <message>
        <source>its next step</source>
        <comment>act on an incident</comment>
        <translation>下一步</translation>
    </message>
    <message>
        <source>closing it</source>
        <comment>act on an incident</comment>
        <translation>关闭</translation>
    </message>
    <message>
        <source>going back to the diagnosis</source>
        <comment>act on an incident</comment>
        <translation>退回诊断</translation>
    </message>
    <message>
        <source>its recovery plan</source>
        <comment>act on an incident</comment>
        <translation>恢复计划</translation>
    </message>
    <message>
        <source>a false alarm</source>
        <comment>act on an incident</comment>
        <translation>误报</translation>
    </message>
    <message>
        <source>its recovery</source>
        <comment>act on an incident</comment>
        <translation>恢复</translation>
    </message>
    <message>
        <source>%1: recorded, with the rows that each verdict rests on.</source>
        <translation>%1：已记录，并注明每个判断所依据的记录。</translation>
    </message>
    <message numerus="yes">
        <source>%1: the rows leave %n cause(s) open; weigh them yourself.</source>
        <translation>
            <numerusform>%1：记录未能说明 %n 个原因；请自行判断。</numerusform>
        </translation>
    </message>
    <message>
        <source>%1: the book of %2 could not be read, so nothing is said of it.</source>
        <translation>%1：%2 的账册无法读取，因此不作任何判断。</translation>
    </message>
    <message>
        <source>%1: every book agrees with ours.</source>
        <translation>%1：所有账册均与本方一致。</translation>
    </message>
    <message>
        <source>%1: differences found: %2. Each is listed; nothing was repaired.</source>
        <translation>%1：发现差异 %2 处。均已登记；未作任何修补。</translation>
    </message>
    <message>
        <source>Fence of %1</source>
        <comment>scope</comment>
        <translation>隔离 %1</translation>
    </message>
    <message>
        <source>Incident “%1”</source>
        <comment>title</comment>
        <translation>事故“%1”</translation>
    </message>
    <message>
        <source>Incident %1: %2</source>
        <comment>number, act</comment>
        <translation>事故 %1：%2</translation>
    </message>
    <message>
        <source>%1: operations given back %2, messages to be asked about %3.</source>
        <comment>scope, counts</comment>
        <translation>%1：收回操作 %2 个，待查询的消息 %3 条。</translation>
    </message>
    <message>
        <source>%1: requested under number %2. A second person decides on the page Approvals.</source>
        <translation>%1：已提出请求，编号 %2。由另一个人在“审批”页决定。</translation>
    </message>
    <message>
        <source>%1: open under number %2.</source>
        <translation>%1：已立案，编号 %2。</translation>
    </message>
    <message>
        <source>%1: it stands at “%2” now.</source>
        <comment>act, state</comment>
        <translation>%1：现在处于“%2”。</translation>
    </message>
    <message>
        <source>%1: recorded.</source>
        <translation>%1：已记录。</translation>
    </message>
    <message>
        <source>%1: %2 %3</source>
        <comment>item: what happened, what to do next</comment>
        <translation>%1：%2%3</translation>
    </message>
    <message>
        <source>%1: not yet. %2</source>
        <comment>act, what is missing</comment>
        <translation>%1：还不行。%2</translation>
    </message>
    <message>
        <source>Recorded</source>
        <comment>act</comment>
        <translation>已记录</translation>
    </message>
    <message>
        <source>It stands in the incident&apos;s log, which nobody changes.</source>
        <translation>已写入事故日志，任何人都不能更改。</translation>
    </message>
</context>
<context>
    <name>IncidentCommand</name>
    <message>
        <source>%1 · owner %2 · opened %3</source>
        <translation>%1 · 负责人 %2 · 立案 %3</translation>
    </message>
    <message>
        <source>Next: %1. Its gate holds.</source>
        <translation>下一步：%1。条件已满足。</translation>
    </message>
    <message>
        <source>Next: %1. It waits for:</source>
        <translation>下一步：%1。还缺：</translation>
    </message>
    <message>
        <source>An incident is named by its number, as `onceoverctl incident list` shows it.</source>
        <translation>事故以 `onceoverctl incident list` 显示的编号指定。</translation>
    </message>
    <message>
        <source>Incident %1: %2.</source>
        <translation>事故 %1：%2。</translation>
    </message>
    <message>
        <source>An incident is about everything, or one job, channel, merchant or batch by its id.</source>
        <translation>事故范围可以是全部（everything），或按编号指定一个作业、渠道、商户或批次。</translation>
    </message>
    <message>
        <source>--from %1 is no date like 2026-03-29.</source>
        <translation>--from %1 不是 2026-03-29 这样的日期。</translation>
    </message>
    <message>
        <source>There was no incident.</source>
        <translation>没有事故。</translation>
    </message>
    <message>
        <source>A cause is one of: %1.</source>
        <translation>原因须为其中之一：%1。</translation>
    </message>
</context>
<context>
    <name>IncidentList</name>
    <message>
        <source>not frozen</source>
        <translation>未冻结</translation>
    </message>
    <message>
        <source>frozen, draining</source>
        <translation>已冻结，排空中</translation>
    </message>
    <message>
        <source>frozen, drained</source>
        <translation>已冻结，已排空</translation>
    </message>
    <message>
        <source>Incident</source>
        <comment>column</comment>
        <translation>事故</translation>
    </message>
    <message>
        <source>Its number; a person names it by it.</source>
        <translation>事故编号；人们以此称呼它。</translation>
    </message>
    <message>
        <source>Title</source>
        <comment>column</comment>
        <translation>标题</translation>
    </message>
    <message>
        <source>What it is about, as whoever opened it said.</source>
        <translation>立案人所说的内容。</translation>
    </message>
    <message>
        <source>State</source>
        <comment>column</comment>
        <translation>状态</translation>
    </message>
    <message>
        <source>How far it has come.</source>
        <translation>处置到哪一步。</translation>
    </message>
    <message>
        <source>Scope</source>
        <comment>column</comment>
        <translation>范围</translation>
    </message>
    <message>
        <source>What it is about: what is frozen for it.</source>
        <translation>涉及的范围：为它冻结的部分。</translation>
    </message>
    <message>
        <source>Owner</source>
        <comment>column</comment>
        <translation>负责人</translation>
    </message>
    <message>
        <source>Who takes its steps; anybody may take it over, which is recorded.</source>
        <translation>由谁推进；任何人都可接手，并会记录。</translation>
    </message>
    <message>
        <source>Age</source>
        <comment>column</comment>
        <translation>时长</translation>
    </message>
    <message>
        <source>Since it was opened.</source>
        <translation>自立案以来。</translation>
    </message>
    <message>
        <source>Freeze</source>
        <comment>column</comment>
        <translation>冻结</translation>
    </message>
    <message>
        <source>Is its scope frozen, and may nothing leave any more?</source>
        <translation>范围是否已冻结，是否不会再有任何发出？</translation>
    </message>
    <message>
        <source>Last step</source>
        <comment>column</comment>
        <translation>最近记录</translation>
    </message>
    <message>
        <source>How long ago something was written into its log.</source>
        <translation>日志最近一次写入距今多久。</translation>
    </message>
    <message>
        <source>Closed</source>
        <comment>column</comment>
        <translation>已关闭</translation>
    </message>
    <message>
        <source>When it was over.</source>
        <translation>结束时间。</translation>
    </message>
    <message>
        <source>Incidents</source>
        <comment>page</comment>
        <translation>事故</translation>
    </message>
    <message>
        <source>Freeze, find out, recover: seven steps, each behind a gate. Enter opens an incident.</source>
        <translation>冻结、查明、恢复：七个步骤，每步都有条件。按 Enter 打开事故。</translation>
    </message>
    <message>
        <source>No incident</source>
        <translation>没有事故</translation>
    </message>
    <message>
        <source>Nobody has opened one. Freeze first, then open it: “Open an incident…”.</source>
        <translation>尚无人立案。请先冻结，再立案：“事故立案…”。</translation>
    </message>
    <message>
        <source>Open</source>
        <comment>incidents</comment>
        <translation>待处置</translation>
    </message>
    <message>
        <source>Closed</source>
        <comment>incidents</comment>
        <translation>已关闭</translation>
    </message>
    <message>
        <source>What this means</source>
        <translation>含义</translation>
    </message>
    <message>
        <source>Opened</source>
        <translation>立案</translation>
    </message>
    <message>
        <source>Opened by</source>
        <translation>立案人</translation>
    </message>
    <message>
        <source>Business dates from</source>
        <translation>最早业务日期</translation>
    </message>
    <message>
        <source>Frozen since</source>
        <translation>冻结自</translation>
    </message>
    <message>
        <source>Closed</source>
        <translation>已关闭</translation>
    </message>
    <message>
        <source>Lines of its log</source>
        <translation>日志条数</translation>
    </message>
    <message>
        <source>False alarm</source>
        <translation>误报</translation>
    </message>
    <message>
        <source>Two persons took it for one.</source>
        <translation>两人认定为误报。</translation>
    </message>
</context>
<context>
    <name>IncidentModel</name>
    <message>
        <source>Freeze</source>
        <comment>step</comment>
        <translation>冻结</translation>
    </message>
    <message>
        <source>Evidence</source>
        <comment>step</comment>
        <translation>证据</translation>
    </message>
    <message>
        <source>Diagnose</source>
        <comment>step</comment>
        <translation>诊断</translation>
    </message>
    <message>
        <source>Reconcile</source>
        <comment>step</comment>
        <translation>对账</translation>
    </message>
    <message>
        <source>Approve</source>
        <comment>step</comment>
        <translation>审批</translation>
    </message>
    <message>
        <source>Recover</source>
        <comment>step</comment>
        <translation>恢复</translation>
    </message>
    <message>
        <source>Verify and lift</source>
        <comment>step</comment>
        <translation>核实并解除</translation>
    </message>
    <message>
        <source>The incident is closed; its log stays.</source>
        <translation>事故已关闭；日志永久保留。</translation>
    </message>
    <message>
        <source>Save the evidence first; a cause is weighed by it.</source>
        <translation>请先保存证据；原因要依据证据判断。</translation>
    </message>
    <message>
        <source>Compare the books first; a plan rests on what they show.</source>
        <translation>请先比对账册；计划以比对结果为依据。</translation>
    </message>
    <message>
        <source>There is nothing to go back from.</source>
        <translation>没有可退回的步骤。</translation>
    </message>
    <message>
        <source>Work of its scope was fenced: it is no false alarm any more.</source>
        <translation>其范围内的工作已被隔离：它不再是误报。</translation>
    </message>
    <message>
        <source>The freeze is lifted once the incident is verified.</source>
        <translation>事故核实之后才能解除冻结。</translation>
    </message>
    <message>
        <source>No recovery plan was asked for.</source>
        <translation>尚未提交恢复计划。</translation>
    </message>
    <message>
        <source>passed over</source>
        <comment>step</comment>
        <translation>略过</translation>
    </message>
    <message>
        <source>done</source>
        <comment>step</comment>
        <translation>完成</translation>
    </message>
    <message>
        <source>now</source>
        <comment>step</comment>
        <translation>当前</translation>
    </message>
    <message numerus="yes">
        <source>%n missing</source>
        <comment>step</comment>
        <translation>
            <numerusform>还缺 %n 项</numerusform>
        </translation>
    </message>
    <message>
        <source>ahead</source>
        <comment>step</comment>
        <translation>待办</translation>
    </message>
    <message>
        <source>Freeze its scope…</source>
        <translation>冻结其范围…</translation>
    </message>
    <message>
        <source>Fence its scope…</source>
        <translation>隔离其范围…</translation>
    </message>
    <message>
        <source>Give the reason…</source>
        <translation>说明理由…</translation>
    </message>
    <message>
        <source>Save evidence…</source>
        <translation>保存证据…</translation>
    </message>
    <message>
        <source>Diagnose a run…</source>
        <translation>诊断一次运行…</translation>
    </message>
    <message>
        <source>Weigh a cause…</source>
        <translation>判断原因…</translation>
    </message>
    <message>
        <source>Answer the question…</source>
        <translation>回答核心问题…</translation>
    </message>
    <message>
        <source>Compare the books…</source>
        <translation>比对账册…</translation>
    </message>
    <message>
        <source>Ask for a plan…</source>
        <translation>提交计划…</translation>
    </message>
    <message>
        <source>Open request %1…</source>
        <translation>打开请求 %1…</translation>
    </message>
    <message>
        <source>End the false alarm…</source>
        <translation>了结误报…</translation>
    </message>
    <message>
        <source>Begin the recovery…</source>
        <translation>开始恢复…</translation>
    </message>
    <message>
        <source>Next: %1…</source>
        <comment>state</comment>
        <translation>下一步：%1…</translation>
    </message>
    <message>
        <source>Request a lift…</source>
        <translation>请求解除冻结…</translation>
    </message>
    <message>
        <source>Show the dead letters</source>
        <translation>查看死信</translation>
    </message>
    <message>
        <source>Close the incident…</source>
        <translation>关闭事故…</translation>
    </message>
    <message>
        <source>Take it over…</source>
        <translation>接手…</translation>
    </message>
    <message>
        <source>Add a note…</source>
        <translation>添加备注…</translation>
    </message>
    <message>
        <source>Go back to the diagnosis…</source>
        <translation>退回诊断…</translation>
    </message>
    <message>
        <source>False alarm…</source>
        <translation>误报…</translation>
    </message>
    <message>
        <source>It is yours already.</source>
        <translation>已经由您负责。</translation>
    </message>
    <message>
        <source>Only its owner (%1) does that; take it over first.</source>
        <translation>只有负责人（%1）可以这样做；请先接手。</translation>
    </message>
    <message>
        <source>A second person decides whether it was a false alarm.</source>
        <translation>由另一个人决定是否为误报。</translation>
    </message>
    <message>
        <source>Two persons took it for a false alarm; its owner ends it.</source>
        <translation>两人认定为误报；由负责人了结。</translation>
    </message>
    <message>
        <source>The gate of the next step, “%1”, holds.</source>
        <translation>下一步“%1”的条件已满足。</translation>
    </message>
    <message>
        <source>The gate of the next step, “%1”, holds; its owner (%2) takes it.</source>
        <comment>state, person</comment>
        <translation>下一步“%1”的条件已满足；由负责人（%2）推进。</translation>
    </message>
</context>
<context>
    <name>IncidentReport</name>
    <message>
        <source>None.</source>
        <translation>无。</translation>
    </message>
    <message>
        <source>Incident %1: %2</source>
        <translation>事故 %1：%2</translation>
    </message>
    <message>
        <source>State</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>a false alarm</source>
        <translation>误报</translation>
    </message>
    <message>
        <source>Scope</source>
        <translation>范围</translation>
    </message>
    <message>
        <source>About business dates from</source>
        <translation>涉及的最早业务日期</translation>
    </message>
    <message>
        <source>Owner</source>
        <translation>负责人</translation>
    </message>
    <message>
        <source>Opened</source>
        <translation>立案</translation>
    </message>
    <message>
        <source>Closed</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Freeze</source>
        <translation>冻结</translation>
    </message>
    <message>
        <source>By</source>
        <translation>由</translation>
    </message>
    <message>
        <source>Reason</source>
        <translation>理由</translation>
    </message>
    <message>
        <source>In force</source>
        <translation>生效</translation>
    </message>
    <message>
        <source>Drained</source>
        <translation>排空</translation>
    </message>
    <message>
        <source>Lifted</source>
        <translation>解除</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>步骤</translation>
    </message>
    <message>
        <source>When</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>Who</source>
        <translation>谁</translation>
    </message>
    <message>
        <source>What</source>
        <translation>做了什么</translation>
    </message>
    <message>
        <source>State after it</source>
        <translation>之后的状态</translation>
    </message>
    <message>
        <source>Words</source>
        <translation>说明</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>运行</translation>
    </message>
    <message>
        <source>Seen at</source>
        <translation>读取时间</translation>
    </message>
    <message>
        <source>Part</source>
        <translation>部分</translation>
    </message>
    <message>
        <source>Rows</source>
        <translation>行数</translation>
    </message>
    <message>
        <source>Digest</source>
        <translation>摘要</translation>
    </message>
    <message>
        <source>Where</source>
        <translation>位置</translation>
    </message>
    <message>
        <source>Cause</source>
        <translation>原因</translation>
    </message>
    <message>
        <source>Verdict</source>
        <translation>判断</translation>
    </message>
    <message>
        <source>Why</source>
        <translation>理由</translation>
    </message>
    <message>
        <source>Rows that it rests on</source>
        <translation>依据的记录</translation>
    </message>
    <message>
        <source>Nobody has answered it yet.</source>
        <translation>还没有人回答。</translation>
    </message>
    <message>
        <source>Channel</source>
        <translation>渠道</translation>
    </message>
    <message>
        <source>Outcome</source>
        <translation>结果</translation>
    </message>
    <message>
        <source>Compared</source>
        <translation>已比对</translation>
    </message>
    <message>
        <source>Differences</source>
        <translation>差异</translation>
    </message>
    <message>
        <source>Which</source>
        <translation>哪些</translation>
    </message>
    <message>
        <source>Request %1, %2. Asked for by %3: %4. Decided by %5: %6.</source>
        <translation>请求 %1，%2。申请人 %3：%4。审批人 %5：%6。</translation>
    </message>
    <message>
        <source>Hash of the plan: sha256 `%1`.</source>
        <translation>计划摘要：sha256 `%1`。</translation>
    </message>
    <message>
        <source>Action</source>
        <translation>动作</translation>
    </message>
    <message>
        <source>Currency</source>
        <translation>货币</translation>
    </message>
    <message>
        <source>Operations</source>
        <translation>操作数</translation>
    </message>
    <message>
        <source>Amount in minor units</source>
        <translation>金额（最小货币单位）</translation>
    </message>
    <message>
        <source>Item</source>
        <translation>项目</translation>
    </message>
    <message>
        <source>Operation</source>
        <translation>操作</translation>
    </message>
    <message>
        <source>Result</source>
        <translation>结果</translation>
    </message>
    <message>
        <source>None was asked for.</source>
        <translation>未提交。</translation>
    </message>
    <message>
        <source>Equality</source>
        <translation>等式</translation>
    </message>
    <message>
        <source>One side</source>
        <translation>一边</translation>
    </message>
    <message>
        <source>Other side</source>
        <translation>另一边</translation>
    </message>
    <message>
        <source>Holds</source>
        <translation>成立</translation>
    </message>
    <message>
        <source>Item %1 of request %2 was not carried out: %3.</source>
        <translation>请求 %2 的项目 %1 未执行：%3。</translation>
    </message>
    <message>
        <source>The two sides differ: %1.</source>
        <translation>两边不一致：%1。</translation>
    </message>
    <message>
        <source>Why could the second run still take effect?</source>
        <translation>第二次执行为什么仍能生效？</translation>
    </message>
    <message>
        <source>Freezes</source>
        <translation>冻结</translation>
    </message>
    <message>
        <source>Timeline</source>
        <translation>时间线</translation>
    </message>
    <message>
        <source>Evidence</source>
        <translation>证据</translation>
    </message>
    <message>
        <source>Causes</source>
        <translation>原因</translation>
    </message>
    <message>
        <source>Comparisons with the books outside</source>
        <translation>与外部账册的比对</translation>
    </message>
    <message>
        <source>Recovery plans</source>
        <translation>恢复计划</translation>
    </message>
    <message>
        <source>The five equalities</source>
        <translation>五项等式</translation>
    </message>
    <message>
        <source>Open ends</source>
        <translation>未了事项</translation>
    </message>
</context>
<context>
    <name>IncidentTables</name>
    <message>
        <source>compared</source>
        <translation>已比对</translation>
    </message>
    <message>
        <source>nothing to compare</source>
        <translation>无可比对</translation>
    </message>
    <message>
        <source>could not be read</source>
        <translation>无法读取</translation>
    </message>
    <message>
        <source>scheduler</source>
        <translation>调度</translation>
    </message>
    <message>
        <source>workers</source>
        <translation>工作进程</translation>
    </message>
    <message>
        <source>database</source>
        <translation>数据库</translation>
    </message>
    <message>
        <source>outside</source>
        <translation>外部</translation>
    </message>
    <message>
        <source>No.</source>
        <comment>column</comment>
        <translation>序号</translation>
    </message>
    <message>
        <source>Its place in the log, which nobody changes.</source>
        <translation>在日志中的位置；日志不可更改。</translation>
    </message>
    <message>
        <source>When</source>
        <comment>column</comment>
        <translation>时间</translation>
    </message>
    <message>
        <source>The database&apos;s time.</source>
        <translation>数据库时间。</translation>
    </message>
    <message>
        <source>Who</source>
        <comment>column</comment>
        <translation>谁</translation>
    </message>
    <message>
        <source>The person of the act.</source>
        <translation>执行该操作的人。</translation>
    </message>
    <message>
        <source>What</source>
        <comment>column</comment>
        <translation>做了什么</translation>
    </message>
    <message>
        <source>The kind of the act.</source>
        <translation>操作的种类。</translation>
    </message>
    <message>
        <source>Words</source>
        <comment>column</comment>
        <translation>说明</translation>
    </message>
    <message>
        <source>What was said.</source>
        <translation>所说的话。</translation>
    </message>
    <message>
        <source>State after it</source>
        <comment>column</comment>
        <translation>之后的状态</translation>
    </message>
    <message>
        <source>How far the incident had come then.</source>
        <translation>当时事故处置到哪一步。</translation>
    </message>
    <message>
        <source>Run</source>
        <comment>column</comment>
        <translation>运行</translation>
    </message>
    <message>
        <source>Job and business date that were secured.</source>
        <translation>所保全的作业和业务日期。</translation>
    </message>
    <message>
        <source>Part</source>
        <comment>column</comment>
        <translation>部分</translation>
    </message>
    <message>
        <source>Scheduler, workers, database and outside: four parts, one file each.</source>
        <translation>调度、工作进程、数据库和外部：四个部分，各一个文件。</translation>
    </message>
    <message>
        <source>Rows</source>
        <comment>column</comment>
        <translation>行数</translation>
    </message>
    <message>
        <source>Lines of its file.</source>
        <translation>文件的行数。</translation>
    </message>
    <message>
        <source>SHA-256</source>
        <comment>column</comment>
        <translation>SHA-256</translation>
    </message>
    <message>
        <source>Of its file: whoever changes a byte is found out. Hover and copy have all of it.</source>
        <translation>文件的摘要：改动一个字节都会被发现。悬停和复制可得全文。</translation>
    </message>
    <message>
        <source>Seen at</source>
        <comment>column</comment>
        <translation>读取时间</translation>
    </message>
    <message>
        <source>The moment that its rows show.</source>
        <translation>这些记录所反映的时刻。</translation>
    </message>
    <message>
        <source>Signed by</source>
        <comment>column</comment>
        <translation>签名</translation>
    </message>
    <message>
        <source>Fingerprint of the key that signed the bundle.</source>
        <translation>为证据包签名的密钥指纹。</translation>
    </message>
    <message>
        <source>Where</source>
        <comment>column</comment>
        <translation>位置</translation>
    </message>
    <message>
        <source>The folder of the bundle, on the machine of whoever saved it.</source>
        <translation>证据包所在文件夹，位于保存者的机器上。</translation>
    </message>
    <message>
        <source>Cause</source>
        <comment>column</comment>
        <translation>原因</translation>
    </message>
    <message>
        <source>What could have made one piece of work be done twice.</source>
        <translation>可能使同一项工作执行两次的原因。</translation>
    </message>
    <message>
        <source>Verdict</source>
        <comment>column</comment>
        <translation>判断</translation>
    </message>
    <message>
        <source>Supported or refuted by rows that are named.</source>
        <translation>依据所列记录支持或排除。</translation>
    </message>
    <message>
        <source>Why</source>
        <comment>column</comment>
        <translation>理由</translation>
    </message>
    <message>
        <source>In one sentence.</source>
        <translation>一句话说明。</translation>
    </message>
    <message>
        <source>Rows that it rests on</source>
        <comment>column</comment>
        <translation>依据的记录</translation>
    </message>
    <message>
        <source>Executions, runs or whatever else was named.</source>
        <translation>执行、运行或其他列出的记录。</translation>
    </message>
    <message>
        <source>Channel</source>
        <comment>column</comment>
        <translation>渠道</translation>
    </message>
    <message>
        <source>Whose book was laid beside ours.</source>
        <translation>与本方比对的账册所属渠道。</translation>
    </message>
    <message>
        <source>Outcome</source>
        <comment>column</comment>
        <translation>结果</translation>
    </message>
    <message>
        <source>A book that could not be read says nothing.</source>
        <translation>无法读取的账册不说明任何问题。</translation>
    </message>
    <message>
        <source>Compared</source>
        <comment>column</comment>
        <translation>已比对</translation>
    </message>
    <message>
        <source>Effects that were looked at on both sides.</source>
        <translation>双方都核对过的效果。</translation>
    </message>
    <message>
        <source>Differences</source>
        <comment>column</comment>
        <translation>差异</translation>
    </message>
    <message>
        <source>Each is listed on the page Reconciliation.</source>
        <translation>均登记在“对账”页。</translation>
    </message>
    <message>
        <source>Which</source>
        <comment>column</comment>
        <translation>哪些</translation>
    </message>
    <message>
        <source>Kind and key of each that was kept.</source>
        <translation>所保留各项的种类和键。</translation>
    </message>
    <message>
        <source>Action</source>
        <comment>column</comment>
        <translation>动作</translation>
    </message>
    <message>
        <source>What is done about the operations.</source>
        <translation>对这些操作的处理。</translation>
    </message>
    <message>
        <source>Operations</source>
        <comment>column</comment>
        <translation>操作数</translation>
    </message>
    <message>
        <source>How many.</source>
        <translation>数量。</translation>
    </message>
    <message>
        <source>Amount</source>
        <comment>column</comment>
        <translation>金额</translation>
    </message>
    <message>
        <source>What they come to, per currency.</source>
        <translation>按货币合计。</translation>
    </message>
    <message>
        <source>Equality</source>
        <comment>column</comment>
        <translation>等式</translation>
    </message>
    <message>
        <source>Two counts that must agree before the freeze may be lifted.</source>
        <translation>解除冻结前必须相等的两个数。</translation>
    </message>
    <message>
        <source>One side</source>
        <comment>column</comment>
        <translation>一边</translation>
    </message>
    <message>
        <source>What one side counts.</source>
        <translation>一边的统计。</translation>
    </message>
    <message>
        <source>Other side</source>
        <comment>column</comment>
        <translation>另一边</translation>
    </message>
    <message>
        <source>What the other side counts.</source>
        <translation>另一边的统计。</translation>
    </message>
    <message>
        <source>Holds</source>
        <comment>column</comment>
        <translation>成立</translation>
    </message>
    <message>
        <source>Do they agree?</source>
        <translation>两边是否相等？</translation>
    </message>
    <message>
        <source>equal</source>
        <translation>相等</translation>
    </message>
    <message>
        <source>they differ</source>
        <translation>不相等</translation>
    </message>
    <message>
        <source>Operation</source>
        <comment>column</comment>
        <translation>操作</translation>
    </message>
    <message>
        <source>Its id; hover and copy have all of it.</source>
        <translation>操作编号；悬停和复制可得全文。</translation>
    </message>
    <message>
        <source>Of the operation.</source>
        <translation>该操作的金额。</translation>
    </message>
    <message>
        <source>State</source>
        <comment>column</comment>
        <translation>状态</translation>
    </message>
    <message>
        <source>Of the operation now.</source>
        <translation>该操作现在的状态。</translation>
    </message>
    <message>
        <source>What is done about it.</source>
        <translation>对它的处理。</translation>
    </message>
    <message>
        <source>By its facts alone.</source>
        <translation>仅依据事实。</translation>
    </message>
</context>
<context>
    <name>IncidentText</name>
    <message>
        <source>Open</source>
        <comment>incident</comment>
        <translation>待处置</translation>
    </message>
    <message>
        <source>Nothing is stopped yet. Freeze its scope before anything else.</source>
        <translation>尚未停止任何事。请先冻结其范围。</translation>
    </message>
    <message>
        <source>Frozen</source>
        <comment>incident</comment>
        <translation>已冻结</translation>
    </message>
    <message>
        <source>Nothing new begins in its scope; what began before still works.</source>
        <translation>范围内不再开始新的工作；之前开始的仍在进行。</translation>
    </message>
    <message>
        <source>Fenced</source>
        <comment>incident</comment>
        <translation>已隔离</translation>
    </message>
    <message>
        <source>Nobody who began before holds work any more. Save the evidence.</source>
        <translation>之前开始的都不再持有工作。请保存证据。</translation>
    </message>
    <message>
        <source>Evidence saved</source>
        <comment>incident</comment>
        <translation>证据已保存</translation>
    </message>
    <message>
        <source>Its four parts are kept with their digests. Find out where one became two.</source>
        <translation>四个部分连同摘要已保存。请查明在哪一层由一变二。</translation>
    </message>
    <message>
        <source>Diagnosed</source>
        <comment>incident</comment>
        <translation>已诊断</translation>
    </message>
    <message>
        <source>Each cause is supported or refuted. Compare with every bank&apos;s book.</source>
        <translation>每个原因都已支持或排除。请与每家银行的账册比对。</translation>
    </message>
    <message>
        <source>Reconciled</source>
        <comment>incident</comment>
        <translation>已对账</translation>
    </message>
    <message>
        <source>Every book was compared. Ask for a recovery plan; a second person approves it.</source>
        <translation>每本账册都已比对。请提交恢复计划，由另一人审批。</translation>
    </message>
    <message>
        <source>Plan approved</source>
        <comment>incident</comment>
        <translation>计划已批准</translation>
    </message>
    <message>
        <source>Two persons agreed on what is done. It begins when the owner says so.</source>
        <translation>两人已就做什么达成一致。负责人下令后开始。</translation>
    </message>
    <message>
        <source>Recovering</source>
        <comment>incident</comment>
        <translation>恢复中</translation>
    </message>
    <message>
        <source>The plan runs under the freeze, and nothing else does.</source>
        <translation>计划在冻结下执行，其他一切仍停止。</translation>
    </message>
    <message>
        <source>Verified</source>
        <comment>incident</comment>
        <translation>已核实</translation>
    </message>
    <message>
        <source>The five equalities hold. Ask that the freeze be lifted.</source>
        <translation>五项等式成立。请申请解除冻结。</translation>
    </message>
    <message>
        <source>Closed</source>
        <comment>incident</comment>
        <translation>已关闭</translation>
    </message>
    <message>
        <source>It is over; its log stays.</source>
        <translation>已结束；日志永久保留。</translation>
    </message>
    <message>
        <source>the scheduler&apos;s record</source>
        <translation>调度记录</translation>
    </message>
    <message>
        <source>the workers&apos; record</source>
        <translation>工作进程记录</translation>
    </message>
    <message>
        <source>the rows of the database</source>
        <translation>数据库记录</translation>
    </message>
    <message>
        <source>the calls to the outside</source>
        <translation>外部请求流水</translation>
    </message>
    <message>
        <source>No freeze of its scope is in force: freeze it.</source>
        <translation>其范围没有生效的冻结：请冻结。</translation>
    </message>
    <message>
        <source>Operations still in work: %1. Fence the scope, or wait until they end.</source>
        <translation>仍在处理的操作：%1。请隔离该范围，或等待其结束。</translation>
    </message>
    <message>
        <source>Messages still being sent: %1. Fence the scope, or wait for their answers.</source>
        <translation>仍在发送的消息：%1。请隔离该范围，或等待答复。</translation>
    </message>
    <message>
        <source>Freeze %1 has no real reason yet: give one.</source>
        <translation>冻结 %1 还没有真正的理由：请补充。</translation>
    </message>
    <message>
        <source>Freeze %1 has not drained: something may still leave.</source>
        <translation>冻结 %1 尚未排空：仍可能有消息发出。</translation>
    </message>
    <message>
        <source>Freeze %1 is not lifted.</source>
        <translation>冻结 %1 尚未解除。</translation>
    </message>
    <message>
        <source>No recovery plan was asked for.</source>
        <translation>尚未提交恢复计划。</translation>
    </message>
    <message>
        <source>Request %1, the recovery plan, is not approved.</source>
        <translation>请求 %1（恢复计划）尚未批准。</translation>
    </message>
    <message>
        <source>Request %1, the recovery plan, is not carried out yet.</source>
        <translation>请求 %1（恢复计划）尚未执行完。</translation>
    </message>
    <message>
        <source>What request %1 did has not come to its end yet.</source>
        <translation>请求 %1 所做的尚未得出结果。</translation>
    </message>
    <message>
        <source>Items of the plan that were not carried out, because they had moved: %1.</source>
        <translation>计划中因已变动而未执行的项目：%1。</translation>
    </message>
    <message>
        <source>The two sides differ: %1.</source>
        <translation>两边不一致：%1。</translation>
    </message>
    <message>
        <source>Dead letters of its scope that nobody dealt with: %1.</source>
        <translation>其范围内无人处理的死信：%1。</translation>
    </message>
    <message>
        <source>opened it</source>
        <translation>立案</translation>
    </message>
    <message>
        <source>took a step</source>
        <translation>推进一步</translation>
    </message>
    <message>
        <source>went back to the diagnosis</source>
        <translation>退回诊断</translation>
    </message>
    <message>
        <source>noted</source>
        <translation>备注</translation>
    </message>
    <message>
        <source>took it over</source>
        <translation>接手</translation>
    </message>
    <message>
        <source>gave the reason of the freeze</source>
        <translation>说明冻结理由</translation>
    </message>
    <message>
        <source>saved evidence</source>
        <translation>保存证据</translation>
    </message>
    <message>
        <source>weighed a cause</source>
        <translation>判断原因</translation>
    </message>
    <message>
        <source>answered why the second run could take effect</source>
        <translation>回答第二次执行为何能生效</translation>
    </message>
    <message>
        <source>compared a book</source>
        <translation>比对账册</translation>
    </message>
    <message>
        <source>Evidence from after the freeze is missing: %1.</source>
        <translation>缺少冻结之后的证据：%1。</translation>
    </message>
    <message>
        <source>A cause is neither supported nor refuted: %1.</source>
        <translation>有原因既未支持也未排除：%1。</translation>
    </message>
    <message>
        <source>Nobody answered why the second run could still take effect.</source>
        <translation>还没有人回答：第二次执行为什么仍能生效。</translation>
    </message>
    <message>
        <source>The book of %1 was not compared since the freeze drained.</source>
        <translation>冻结排空后尚未比对 %1 的账册。</translation>
    </message>
    <message>
        <source>operations, as counted from the inputs and as they are there</source>
        <translation>操作数：按输入统计与实际存在</translation>
    </message>
    <message>
        <source>operations that were paid, and ledger entries that pay</source>
        <translation>已付款的操作与付款分录</translation>
    </message>
    <message>
        <source>messages that were accepted, and effects outside</source>
        <translation>已受理的消息与外部效果</translation>
    </message>
    <message>
        <source>amounts that were paid, here and outside, in minor units</source>
        <translation>已付金额：本方与外部（最小货币单位）</translation>
    </message>
    <message>
        <source>operations by state, as kept and as counted</source>
        <translation>各状态的操作数：汇总值与实际统计</translation>
    </message>
    <message>
        <source>failover of a node that was alive</source>
        <translation>节点仍存活时的故障转移</translation>
    </message>
    <message>
        <source>broadcast to every node</source>
        <translation>广播到每个节点</translation>
    </message>
    <message>
        <source>started again by a person</source>
        <translation>人工再次启动</translation>
    </message>
    <message>
        <source>retried without a known failure</source>
        <translation>未确认失败就重试</translation>
    </message>
    <message>
        <source>broadcast taken for shards</source>
        <translation>把广播误当成分片</translation>
    </message>
    <message>
        <source>shard range missing or lost</source>
        <translation>分片范围缺失或丢失</translation>
    </message>
    <message>
        <source>a wrong clock</source>
        <translation>时钟错误</translation>
    </message>
    <message>
        <source>☑ supported</source>
        <translation>☑ 有证据支持</translation>
    </message>
    <message>
        <source>☒ refuted</source>
        <translation>☒ 已排除</translation>
    </message>
    <message>
        <source>☐ not told</source>
        <translation>☐ 无记录</translation>
    </message>
    <message>
        <source>Work of its scope was fenced: it is no false alarm any more.</source>
        <translation>其范围内的工作已被隔离：它不再是误报。</translation>
    </message>
    <message>
        <source>Difference %1 is open, and nobody made it good.</source>
        <translation>差异 %1 未了结，也没有人弥补。</translation>
    </message>
    <message>
        <source>The comparison with %1 found %2 differences, more than are listed as differences: compare again, or let the reconciler list them.</source>
        <comment>channel, count</comment>
        <translation>与 %1 比对发现 %2 处差异，多于已登记的差异：请重新比对，或由对账程序登记。</translation>
    </message>
    <message numerus="yes">
        <source>%n more run(s)</source>
        <translation>
            <numerusform>另有 %n 次运行</numerusform>
        </translation>
    </message>
    <message>
        <source>run %1</source>
        <translation>运行 %1</translation>
    </message>
    <message numerus="yes">
        <source>%1 and %n more run(s)</source>
        <comment>run</comment>
        <translation>
            <numerusform>%1 及另外 %n 次运行</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>IncidentWork</name>
    <message>
        <source>--biz-date %1 is no date like 2026-03-29.</source>
        <translation>--biz-date %1 不是 2026-03-29 这样的日期。</translation>
    </message>
    <message>
        <source>%1: its book cannot be read, so nothing is said of it.</source>
        <translation>%1：账册无法读取，因此不作任何判断。</translation>
    </message>
    <message>
        <source>%1: compared %2, differences %3</source>
        <translation>%1：已比对 %2，差异 %3</translation>
    </message>
    <message>
        <source>  %1: %2 rows, SHA-256 %3</source>
        <translation>  %1：%2 行，SHA-256 %3</translation>
    </message>
</context>
<context>
    <name>JobType</name>
    <message>
        <source>the payout of one merchant&apos;s day in one currency</source>
        <translation>一个商户一天一种币种的付款</translation>
    </message>
    <message>
        <source>the payout of one merchant&apos;s month in one currency</source>
        <translation>一个商户一个月一种币种的付款</translation>
    </message>
    <message>
        <source>the charge for one period of one subscription, and its extension</source>
        <translation>一个订阅一个周期的扣款及其续期</translation>
    </message>
    <message>
        <source>the comparison of one day&apos;s orders, subscriptions and payment callbacks</source>
        <translation>一天的订单、订阅与支付回调的比对</translation>
    </message>
    <message>
        <source>the report of one ISO week to one merchant</source>
        <translation>发给一个商户的一周报告</translation>
    </message>
    <message>
        <source>the digest of one day to one merchant</source>
        <translation>发给一个商户的一天摘要</translation>
    </message>
    <message>
        <source>the notice of one day&apos;s settlements to one merchant</source>
        <translation>发给一个商户的一天结算通知</translation>
    </message>
    <message>
        <source>the removal of the worker&apos;s own old temporary files</source>
        <translation>清除工作进程自己的旧临时文件</translation>
    </message>
    <message>
        <source>safe to trigger again: the effect is keyed by merchant, day and currency</source>
        <translation>可安全地再次触发：效果以商户、日期和币种为键</translation>
    </message>
    <message>
        <source>safe to trigger again: the effect is keyed by merchant, month and currency</source>
        <translation>可安全地再次触发：效果以商户、月份和币种为键</translation>
    </message>
    <message>
        <source>safe to trigger again: the effect is keyed by subscription and period</source>
        <translation>可安全地再次触发：效果以订阅和周期为键</translation>
    </message>
    <message>
        <source>safe to trigger again: it compares, and changes nothing that it compares</source>
        <translation>可安全地再次触发：只做比对，不改动所比对的内容</translation>
    </message>
    <message>
        <source>safe to trigger again: the mail is keyed by merchant and week</source>
        <translation>可安全地再次触发：邮件以商户和周为键</translation>
    </message>
    <message>
        <source>safe to trigger again: the mail is keyed by merchant and day</source>
        <translation>可安全地再次触发：邮件以商户和日期为键</translation>
    </message>
    <message>
        <source>safe to trigger again: the notice is keyed by merchant and day</source>
        <translation>可安全地再次触发：通知以商户和日期为键</translation>
    </message>
    <message>
        <source>safe to repeat: what is gone is not removed again</source>
        <translation>可安全地重复：已清除的不会再清除</translation>
    </message>
</context>
<context>
    <name>JobWork</name>
    <message>
        <source>enabled</source>
        <comment>job</comment>
        <translation>已启用</translation>
    </message>
    <message>
        <source>switched off</source>
        <comment>job</comment>
        <translation>已停用</translation>
    </message>
    <message>
        <source>Nothing is planned: it is switched off or has not begun.</source>
        <translation>没有计划：已停用或尚未开始。</translation>
    </message>
    <message>
        <source>observe</source>
        <comment>rollout</comment>
        <translation>观察</translation>
    </message>
    <message>
        <source>limited</source>
        <comment>rollout</comment>
        <translation>部分</translation>
    </message>
    <message>
        <source>full</source>
        <comment>rollout</comment>
        <translation>全部</translation>
    </message>
    <message>
        <source>a day</source>
        <comment>period</comment>
        <translation>一天</translation>
    </message>
    <message>
        <source>an ISO week</source>
        <comment>period</comment>
        <translation>一个 ISO 周</translation>
    </message>
    <message>
        <source>a month</source>
        <comment>period</comment>
        <translation>一个月</translation>
    </message>
    <message>
        <source>a slot of the schedule</source>
        <comment>period</comment>
        <translation>计划中的一个时段</translation>
    </message>
    <message>
        <source>every held run is made up for</source>
        <translation>补跑所有被冻结的运行</translation>
    </message>
    <message>
        <source>only the latest held run is made up for</source>
        <translation>只补跑最近一次被冻结的运行</translation>
    </message>
    <message>
        <source>held runs are skipped</source>
        <translation>跳过被冻结的运行</translation>
    </message>
    <message>
        <source>after %1; at most %2 attempts within %3</source>
        <comment>waits, attempts, time</comment>
        <translation>间隔 %1；%3内最多 %2 次</translation>
    </message>
    <message>
        <source>none planned</source>
        <translation>没有计划</translation>
    </message>
    <message>
        <source>%1 operations, %2 messages, %3 open attempts</source>
        <translation>%1 个操作，%2 条消息，%3 次进行中的尝试</translation>
    </message>
    <message>
        <source>Job</source>
        <comment>column</comment>
        <translation>作业</translation>
    </message>
    <message>
        <source>A recurring duty of one type and scope.</source>
        <translation>一种类型、一个范围的周期性任务。</translation>
    </message>
    <message>
        <source>Grade</source>
        <comment>column</comment>
        <translation>等级</translation>
    </message>
    <message>
        <source>P0: money. P1: everything else.</source>
        <translation>P0：资金。P1：其他一切。</translation>
    </message>
    <message>
        <source>State</source>
        <comment>column</comment>
        <translation>状态</translation>
    </message>
    <message>
        <source>Enabled, switched off, or frozen.</source>
        <translation>已启用、已停用或已冻结。</translation>
    </message>
    <message>
        <source>Schedule</source>
        <comment>column</comment>
        <translation>计划</translation>
    </message>
    <message>
        <source>Five fields, in the job&apos;s own zone.</source>
        <translation>五个字段，按作业自己的时区。</translation>
    </message>
    <message>
        <source>Next run</source>
        <comment>column</comment>
        <translation>下次运行</translation>
    </message>
    <message>
        <source>The next planned instant, as the scheduler computes it; two more below.</source>
        <translation>调度器算出的下一个计划时刻；下方另有两个。</translation>
    </message>
    <message>
        <source>Last run</source>
        <comment>column</comment>
        <translation>最近运行</translation>
    </message>
    <message>
        <source>The newest business period and how it stands.</source>
        <translation>最新业务周期及其状态。</translation>
    </message>
    <message>
        <source>May be late by</source>
        <comment>column</comment>
        <translation>允许延迟</translation>
    </message>
    <message>
        <source>How late a run is still worth while.</source>
        <translation>延迟多久运行仍有意义。</translation>
    </message>
    <message>
        <source>May repeat</source>
        <comment>column</comment>
        <translation>可否重复</translation>
    </message>
    <message>
        <source>Whether the same action may be done again.</source>
        <translation>同一动作能否再次执行。</translation>
    </message>
    <message>
        <source>Same action</source>
        <comment>column</comment>
        <translation>同一动作</translation>
    </message>
    <message>
        <source>What counts as the same action.</source>
        <translation>什么算作同一动作。</translation>
    </message>
    <message>
        <source>Rollout</source>
        <comment>column</comment>
        <translation>放量</translation>
    </message>
    <message>
        <source>Observe: nothing takes effect. Limited: a part. Full: everything.</source>
        <translation>观察：不产生效果。部分：一部分生效。全部：全部生效。</translation>
    </message>
    <message>
        <source>Jobs</source>
        <comment>page</comment>
        <translation>作业</translation>
    </message>
    <message>
        <source>No job</source>
        <translation>没有作业</translation>
    </message>
    <message>
        <source>Without a job nothing is ever due; the practice sandbox makes them.</source>
        <translation>没有作业就永远没有到期的运行；练习沙箱会建立作业。</translation>
    </message>
    <message>
        <source>P0, money</source>
        <translation>P0，资金</translation>
    </message>
    <message>
        <source>P1, all else</source>
        <translation>P1，其他</translation>
    </message>
    <message>
        <source>Same action</source>
        <translation>同一动作</translation>
    </message>
    <message>
        <source>May it repeat?</source>
        <translation>可否重复？</translation>
    </message>
    <message>
        <source>May be late by</source>
        <translation>允许延迟</translation>
    </message>
    <message>
        <source>Grade</source>
        <translation>等级</translation>
    </message>
    <message>
        <source>Next runs</source>
        <translation>接下来的运行</translation>
    </message>
    <message>
        <source>Zone</source>
        <translation>时区</translation>
    </message>
    <message>
        <source>Period</source>
        <translation>周期</translation>
    </message>
    <message>
        <source>Retries</source>
        <translation>重试</translation>
    </message>
    <message>
        <source>Lease</source>
        <translation>租约</translation>
    </message>
    <message>
        <source>Shards</source>
        <translation>分片</translation>
    </message>
    <message>
        <source>After a freeze</source>
        <translation>解冻之后</translation>
    </message>
    <message>
        <source>Made good by</source>
        <translation>补救方式</translation>
    </message>
    <message>
        <source>an approved compensation</source>
        <translation>经审批的补偿</translation>
    </message>
    <message>
        <source>Rollout</source>
        <translation>放量</translation>
    </message>
    <message>
        <source>%1, rules of version %2</source>
        <translation>%1，规则版本 %2</translation>
    </message>
    <message>
        <source>Worker</source>
        <comment>column</comment>
        <translation>工作进程</translation>
    </message>
    <message>
        <source>One incarnation of one worker process.</source>
        <translation>工作进程的一次启动。</translation>
    </message>
    <message>
        <source>Alive: seen within 30 seconds. Gone: not, and no goodbye. Stopped: it said goodbye.</source>
        <translation>存活：30 秒内有心跳。失联：没有心跳也没有告别。已停止：已正常告别。</translation>
    </message>
    <message>
        <source>Host</source>
        <comment>column</comment>
        <translation>主机</translation>
    </message>
    <message>
        <source>Where it runs or ran, and its process there.</source>
        <translation>运行所在的主机及进程号。</translation>
    </message>
    <message>
        <source>Duties</source>
        <comment>column</comment>
        <translation>职责</translation>
    </message>
    <message>
        <source>What it does, each under its own login.</source>
        <translation>它做什么，各用自己的登录名。</translation>
    </message>
    <message>
        <source>Last heartbeat</source>
        <comment>column</comment>
        <translation>最近心跳</translation>
    </message>
    <message>
        <source>How long ago it was seen.</source>
        <translation>多久以前有心跳。</translation>
    </message>
    <message>
        <source>Last progress</source>
        <comment>column</comment>
        <translation>最近进展</translation>
    </message>
    <message>
        <source>How long ago it did a piece of work.</source>
        <translation>多久以前完成过工作。</translation>
    </message>
    <message>
        <source>Holds</source>
        <comment>column</comment>
        <translation>持有</translation>
    </message>
    <message>
        <source>Operations under its leases and messages that it is sending.</source>
        <translation>租约下的操作和正在发送的消息。</translation>
    </message>
    <message>
        <source>Began</source>
        <comment>column</comment>
        <translation>开始</translation>
    </message>
    <message>
        <source>When it registered. The list is in this order, newest first.</source>
        <translation>登记的时间。列表按此排序，最新的在前。</translation>
    </message>
    <message>
        <source>Stopped</source>
        <comment>column</comment>
        <translation>停止于</translation>
    </message>
    <message>
        <source>When it said goodbye.</source>
        <translation>正常告别的时间。</translation>
    </message>
    <message>
        <source>Program</source>
        <comment>column</comment>
        <translation>程序</translation>
    </message>
    <message>
        <source>Which program, in which version.</source>
        <translation>哪个程序，哪个版本。</translation>
    </message>
    <message>
        <source>Workers</source>
        <comment>page</comment>
        <translation>工作进程</translation>
    </message>
    <message>
        <source>No worker was ever seen</source>
        <translation>从未见过工作进程</translation>
    </message>
    <message>
        <source>Nothing is settled without one: start `onceover-worker`.</source>
        <translation>没有它就不会结算：请启动 `onceover-worker`。</translation>
    </message>
    <message>
        <source>What this means</source>
        <translation>这意味着什么</translation>
    </message>
    <message>
        <source>Duties</source>
        <translation>职责</translation>
    </message>
    <message>
        <source>Holds</source>
        <translation>持有</translation>
    </message>
    <message>
        <source>Last heartbeat</source>
        <translation>最近心跳</translation>
    </message>
    <message>
        <source>Last progress</source>
        <translation>最近进展</translation>
    </message>
    <message>
        <source>Began</source>
        <translation>开始</translation>
    </message>
    <message>
        <source>Stopped</source>
        <translation>停止于</translation>
    </message>
    <message>
        <source>Stopped because</source>
        <translation>停止原因</translation>
    </message>
    <message>
        <source>Program</source>
        <translation>程序</translation>
    </message>
    <message>
        <source>, </source>
        <comment>between two duties</comment>
        <translation>、</translation>
    </message>
</context>
<context>
    <name>JobsCommand</name>
    <message>
        <source>none yet</source>
        <translation>尚无</translation>
    </message>
    <message>
        <source>%1, %2, ended %3</source>
        <translation>%1，%2，结束于 %3</translation>
    </message>
    <message>
        <source>%1, %2, began %3</source>
        <translation>%1，%2，开始于 %3</translation>
    </message>
    <message>
        <source>not planned: %1</source>
        <translation>未排定：%1</translation>
    </message>
    <message>
        <source>enabled</source>
        <translation>已启用</translation>
    </message>
    <message>
        <source>disabled</source>
        <translation>已停用</translation>
    </message>
    <message>
        <source>rollout: %1</source>
        <translation>推广：%1</translation>
    </message>
    <message>
        <source>frozen</source>
        <translation>已冻结</translation>
    </message>
    <message>
        <source>same action</source>
        <translation>同一动作</translation>
    </message>
    <message>
        <source>may repeat</source>
        <translation>可否重复</translation>
    </message>
    <message>
        <source>late after</source>
        <translation>迟到界限</translation>
    </message>
    <message>
        <source>%1; then %2</source>
        <translation>%1；此后%2</translation>
    </message>
    <message>
        <source>schedule</source>
        <translation>时间表</translation>
    </message>
    <message>
        <source>%1 in %2, %3</source>
        <translation>%1（%2），%3</translation>
    </message>
    <message>
        <source>next</source>
        <translation>接下来</translation>
    </message>
    <message>
        <source>nothing: disabled</source>
        <translation>无：已停用</translation>
    </message>
    <message>
        <source>lag</source>
        <translation>滞后</translation>
    </message>
    <message>
        <source>last run</source>
        <translation>最近运行</translation>
    </message>
    <message>
        <source>release</source>
        <translation>发布</translation>
    </message>
    <message>
        <source>the next run or a retry of it falls into &quot;%1&quot;</source>
        <translation>下一次运行或其重试落入“%1”</translation>
    </message>
    <message>
        <source>There is no job.</source>
        <translation>没有任何作业。</translation>
    </message>
</context>
<context>
    <name>KeyCommand</name>
    <message>
        <source>Key %1 made: %2 signs, and nobody else may read it; %3 checks, and everybody may have it.</source>
        <translation>已生成密钥 %1：%2 用于签名，其他人不得读取；%3 用于核验，人人可持有。</translation>
    </message>
    <message>
        <source>Key %1, public part %2</source>
        <translation>密钥 %1，公开部分 %2</translation>
    </message>
</context>
<context>
    <name>LayerText</name>
    <message>
        <source>%1 %2</source>
        <comment>count, state</comment>
        <translation>%1 %2</translation>
    </message>
    <message>
        <source>no leg</source>
        <translation>没有分录</translation>
    </message>
    <message numerus="yes">
        <source>%n question(s)</source>
        <translation>
            <numerusform>查询 %n 次</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n effect(s)</source>
        <translation>
            <numerusform>生效 %n 次</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 %2</source>
        <comment>layer, count</comment>
        <translation>%1 %2</translation>
    </message>
    <message>
        <source>It took effect %1 times.</source>
        <translation>已生效 %1 次。</translation>
    </message>
    <message>
        <source>It took effect once.</source>
        <translation>已生效一次。</translation>
    </message>
    <message>
        <source>It is settled here; nothing was sent.</source>
        <translation>在此结清；没有发送任何内容。</translation>
    </message>
    <message>
        <source>Whether it took effect is not known yet.</source>
        <translation>尚不知道是否生效。</translation>
    </message>
    <message>
        <source>It took no effect.</source>
        <translation>没有生效。</translation>
    </message>
    <message>
        <source>It has not taken effect yet.</source>
        <translation>尚未生效。</translation>
    </message>
    <message>
        <source>nothing to send</source>
        <translation>无需发送</translation>
    </message>
    <message>
        <source>No layer happened twice. %1</source>
        <comment>effect</comment>
        <translation>没有哪一层发生两次。%1</translation>
    </message>
    <message>
        <source>%1: one became two at %2. %3</source>
        <comment>counts, layer, effect</comment>
        <translation>%1：在“%2”处由一变二。%3</translation>
    </message>
    <message>
        <source>Nothing is to be sent, so there is no key outside.</source>
        <translation>无需发送，因此没有对外的键。</translation>
    </message>
    <message>
        <source>Not sent yet: the bank&apos;s clock starts with the first send.</source>
        <translation>尚未发送：银行的计时从首次发送开始。</translation>
    </message>
    <message>
        <source>Profile %1 of %2 is not known: until when the bank honours the key cannot be told.</source>
        <comment>version, channel</comment>
        <translation>未知 %2 的配置 %1：无法得知银行认可该键到何时。</translation>
    </message>
    <message>
        <source>The bank honoured the key until %1 (%2 ago). Nothing may be sent under it any more.</source>
        <comment>time, age</comment>
        <translation>银行认可该键至 %1（%2前）。不得再用它发送任何内容。</translation>
    </message>
    <message>
        <source>The bank honours the key until %1 (in %2)</source>
        <comment>time, span</comment>
        <translation>银行认可该键至 %1（%2后）</translation>
    </message>
    <message numerus="yes">
        <source>%n callback(s)</source>
        <translation>
            <numerusform>回调 %n 次</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>LetterWork</name>
    <message>
        <source>Over 24 hours: it alerts until somebody decides.</source>
        <translation>超过 24 小时：在有人决定之前持续告警。</translation>
    </message>
    <message>
        <source>yes</source>
        <comment>effect found</comment>
        <translation>是</translation>
    </message>
    <message>
        <source>The bank said at least once that it executed this.</source>
        <translation>银行至少有一次答复已执行。</translation>
    </message>
    <message>
        <source>none found</source>
        <comment>effect found</comment>
        <translation>未发现</translation>
    </message>
    <message>
        <source>No recorded answer says that it was executed.</source>
        <translation>没有任何记录的答复说已执行。</translation>
    </message>
    <message>
        <source>Key</source>
        <comment>column</comment>
        <translation>键</translation>
    </message>
    <message>
        <source>The idempotency key under which it was or would be sent. A run has its run key.</source>
        <translation>已用或将用于发送的幂等键。运行则为运行键。</translation>
    </message>
    <message>
        <source>Task</source>
        <comment>column</comment>
        <translation>任务</translation>
    </message>
    <message>
        <source>The job whose work it is.</source>
        <translation>属于哪个作业。</translation>
    </message>
    <message>
        <source>Business date</source>
        <comment>column</comment>
        <translation>业务日期</translation>
    </message>
    <message>
        <source>The day that is settled, a plain date.</source>
        <translation>所结算的日期，普通日期。</translation>
    </message>
    <message>
        <source>Grade</source>
        <comment>column</comment>
        <translation>等级</translation>
    </message>
    <message>
        <source>P0: money. P1: everything else.</source>
        <translation>P0：资金。P1：其他一切。</translation>
    </message>
    <message>
        <source>Class</source>
        <comment>column</comment>
        <translation>类别</translation>
    </message>
    <message>
        <source>Why it stopped being tried.</source>
        <translation>为什么不再尝试。</translation>
    </message>
    <message>
        <source>Last error</source>
        <comment>column</comment>
        <translation>最近错误</translation>
    </message>
    <message>
        <source>What went wrong last, in the words of whoever said it.</source>
        <translation>最近出错的原话。</translation>
    </message>
    <message>
        <source>Attempts</source>
        <comment>column</comment>
        <translation>尝试</translation>
    </message>
    <message>
        <source>How often it was tried before it stopped.</source>
        <translation>停止前尝试的次数。</translation>
    </message>
    <message>
        <source>Age</source>
        <comment>column</comment>
        <translation>时长</translation>
    </message>
    <message>
        <source>Since its first opening, by the database&apos;s clock; marked beyond 24 hours. The list is in this order, oldest first.</source>
        <translation>按数据库时钟自首次产生以来的时长；超过 24 小时有标记。列表按此排序，最早的在前。</translation>
    </message>
    <message>
        <source>Amount</source>
        <comment>column</comment>
        <translation>金额</translation>
    </message>
    <message>
        <source>The money of its operation.</source>
        <translation>其操作的金额。</translation>
    </message>
    <message>
        <source>Effect found?</source>
        <comment>column</comment>
        <translation>发现已生效？</translation>
    </message>
    <message>
        <source>Did the outside ever say that this key was executed?</source>
        <translation>外部是否曾答复此键已执行？</translation>
    </message>
    <message>
        <source>State</source>
        <comment>column</comment>
        <translation>状态</translation>
    </message>
    <message>
        <source>Open, asked for, or resolved.</source>
        <translation>未处理、已提请或已解决。</translation>
    </message>
    <message>
        <source>Operation</source>
        <comment>column</comment>
        <translation>操作</translation>
    </message>
    <message>
        <source>The operation that it is about; Enter opens it.</source>
        <translation>所指的操作；按回车打开。</translation>
    </message>
    <message>
        <source>Dead letters</source>
        <comment>page</comment>
        <translation>死信</translation>
    </message>
    <message>
        <source>A to-do list, not a bin: each of these waits for a person. Over 24 hours it alerts.</source>
        <translation>这是待办清单，不是垃圾箱：每一条都在等人处理。超过 24 小时会告警。</translation>
    </message>
    <message>
        <source>No dead letters</source>
        <translation>没有死信</translation>
    </message>
    <message>
        <source>Nothing waits for a person here. What was resolved is found by its state.</source>
        <translation>这里没有等人处理的。已解决的可按状态查找。</translation>
    </message>
    <message>
        <source>What this means</source>
        <translation>这意味着什么</translation>
    </message>
    <message>
        <source>What can be done</source>
        <translation>可以怎么做</translation>
    </message>
    <message>
        <source>State</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>Key</source>
        <translation>键</translation>
    </message>
    <message>
        <source>Last error</source>
        <translation>最近错误</translation>
    </message>
    <message>
        <source>Attempts</source>
        <translation>尝试</translation>
    </message>
    <message>
        <source>Money</source>
        <translation>资金</translation>
    </message>
    <message>
        <source>Payload</source>
        <translation>报文</translation>
    </message>
    <message numerus="yes">
        <source>%n byte(s)</source>
        <translation>
            <numerusform>%n 字节</numerusform>
        </translation>
    </message>
    <message>
        <source>Opened</source>
        <translation>产生于</translation>
    </message>
    <message>
        <source>Resolved</source>
        <translation>解决于</translation>
    </message>
    <message>
        <source>Batch</source>
        <translation>批次</translation>
    </message>
    <message>
        <source>Operation</source>
        <translation>操作</translation>
    </message>
    <message>
        <source>The operation that is held; Enter opens it.</source>
        <translation>被持有的操作；按回车打开。</translation>
    </message>
    <message>
        <source>Batch</source>
        <comment>column</comment>
        <translation>批次</translation>
    </message>
    <message>
        <source>The run key of its batch.</source>
        <translation>所属批次的运行键。</translation>
    </message>
    <message>
        <source>Owner</source>
        <comment>column</comment>
        <translation>持有者</translation>
    </message>
    <message>
        <source>The worker incarnation that holds the lease.</source>
        <translation>持有租约的工作进程。</translation>
    </message>
    <message>
        <source>Host</source>
        <comment>column</comment>
        <translation>主机</translation>
    </message>
    <message>
        <source>Where that worker runs or ran.</source>
        <translation>该工作进程所在的主机。</translation>
    </message>
    <message>
        <source>Worker</source>
        <comment>column</comment>
        <translation>工作进程状态</translation>
    </message>
    <message>
        <source>Gone: no heartbeat for over 30 seconds. Late: alive, but it did not renew this lease.</source>
        <translation>失联：超过 30 秒没有心跳。迟缓：存活，但没有续租。</translation>
    </message>
    <message>
        <source>Last heartbeat %1 ago.</source>
        <translation>最近心跳在 %1前。</translation>
    </message>
    <message>
        <source>Version</source>
        <comment>column</comment>
        <translation>版本</translation>
    </message>
    <message>
        <source>The fencing token; the next claim raises it by one.</source>
        <translation>隔离令牌；下次认领加一。</translation>
    </message>
    <message>
        <source>Lease until</source>
        <comment>column</comment>
        <translation>租约至</translation>
    </message>
    <message>
        <source>When the lease ended, by the database&apos;s clock.</source>
        <translation>按数据库时钟租约结束的时间。</translation>
    </message>
    <message>
        <source>Overdue by</source>
        <comment>column</comment>
        <translation>已超时</translation>
    </message>
    <message>
        <source>Since the lease ended. The list is in this order, longest first.</source>
        <translation>自租约结束以来。列表按此排序，最久的在前。</translation>
    </message>
    <message>
        <source>Recoveries</source>
        <comment>column</comment>
        <translation>恢复次数</translation>
    </message>
    <message>
        <source>Workers that vanished while holding it alone; the third makes it fail for good.</source>
        <translation>单独持有时失联的工作进程数；第三次则永久失败。</translation>
    </message>
    <message>
        <source>How often it was claimed, hand-backs included.</source>
        <translation>被认领的次数，包括交还。</translation>
    </message>
    <message>
        <source>The money of the operation.</source>
        <translation>操作的金额。</translation>
    </message>
    <message>
        <source>Stuck leases</source>
        <comment>page</comment>
        <translation>卡住的租约</translation>
    </message>
    <message>
        <source>Listed: processing under a lease that ended over 5 seconds ago. A worker counts as gone 30 seconds after its last heartbeat.</source>
        <translation>列出：执行中且租约已结束超过 5 秒。最近心跳 30 秒后视为失联。</translation>
    </message>
    <message>
        <source>No stuck leases</source>
        <translation>没有卡住的租约</translation>
    </message>
    <message>
        <source>Every operation in work is held by a worker that renews its lease.</source>
        <translation>每个执行中的操作都由正常续租的工作进程持有。</translation>
    </message>
    <message>
        <source>What happens by itself</source>
        <translation>会自动发生什么</translation>
    </message>
    <message>
        <source>Owner</source>
        <translation>持有者</translation>
    </message>
    <message>
        <source>Host</source>
        <translation>主机</translation>
    </message>
    <message>
        <source>%1, process %2</source>
        <translation>%1，进程 %2</translation>
    </message>
    <message>
        <source>Last heartbeat</source>
        <translation>最近心跳</translation>
    </message>
    <message>
        <source>Lease until</source>
        <translation>租约至</translation>
    </message>
    <message>
        <source>Version</source>
        <translation>版本</translation>
    </message>
    <message>
        <source>Amount</source>
        <translation>金额</translation>
    </message>
    <message>
        <source>Merchant</source>
        <translation>商户</translation>
    </message>
    <message>
        <source>Worker</source>
        <comment>column, who had it last</comment>
        <translation>工作进程</translation>
    </message>
    <message>
        <source>The worker whose attempt at its operation was the last one; a run has none.</source>
        <translation>最后一次尝试该操作的工作进程；运行没有工作进程。</translation>
    </message>
</context>
<context>
    <name>MessageWork</name>
    <message>
        <source>held</source>
        <translation>已冻结</translation>
    </message>
    <message>
        <source>in %1</source>
        <comment>time until</comment>
        <translation>%1后</translation>
    </message>
    <message>
        <source>due for %1</source>
        <translation>已到期 %1</translation>
    </message>
    <message>
        <source>not sent yet</source>
        <translation>尚未发送</translation>
    </message>
    <message>
        <source>It begins with the first send.</source>
        <translation>从首次发送开始计算。</translation>
    </message>
    <message>
        <source>%1 left</source>
        <translation>剩余 %1</translation>
    </message>
    <message>
        <source>over</source>
        <translation>已过期</translation>
    </message>
    <message>
        <source>The bank may take the same key for a new order: no role can send it again.</source>
        <translation>银行可能把同一个键当作新指令：任何角色都不能再发送。</translation>
    </message>
    <message>
        <source>a freeze</source>
        <translation>冻结</translation>
    </message>
    <message>
        <source>No.</source>
        <comment>column</comment>
        <translation>编号</translation>
    </message>
    <message>
        <source>The message&apos;s number in the outbox.</source>
        <translation>消息在发件箱中的编号。</translation>
    </message>
    <message>
        <source>Key</source>
        <comment>column</comment>
        <translation>键</translation>
    </message>
    <message>
        <source>The idempotency key that the bank sees; it never changes, whoever sends and however often.</source>
        <translation>银行看到的幂等键；无论谁发送、发送几次都不变。</translation>
    </message>
    <message>
        <source>Channel</source>
        <comment>column</comment>
        <translation>渠道</translation>
    </message>
    <message>
        <source>Where it is sent.</source>
        <translation>发往哪里。</translation>
    </message>
    <message>
        <source>State</source>
        <comment>column</comment>
        <translation>状态</translation>
    </message>
    <message>
        <source>To send, sending, or the answer is unknown.</source>
        <translation>待发送、发送中或结果未知。</translation>
    </message>
    <message>
        <source>Age</source>
        <comment>column</comment>
        <translation>时长</translation>
    </message>
    <message>
        <source>Since it was written in the transaction that made it true.</source>
        <translation>自写入成立事务以来。</translation>
    </message>
    <message>
        <source>Next look</source>
        <comment>column</comment>
        <translation>下次处理</translation>
    </message>
    <message>
        <source>When it is sent, taken over or asked about. The list is in this order, soonest first.</source>
        <translation>何时发送、接管或查询。列表按此排序，最近的在前。</translation>
    </message>
    <message>
        <source>Maybe left</source>
        <comment>column</comment>
        <translation>可能已发出</translation>
    </message>
    <message>
        <source>Sends that may have left this house: the bank may have seen that many.</source>
        <translation>可能已离开我方的发送次数：银行可能收到这么多次。</translation>
    </message>
    <message>
        <source>Amount</source>
        <comment>column</comment>
        <translation>金额</translation>
    </message>
    <message>
        <source>The money that it orders.</source>
        <translation>指令的金额。</translation>
    </message>
    <message>
        <source>Key life</source>
        <comment>column</comment>
        <translation>键的有效期</translation>
    </message>
    <message>
        <source>Until when the bank treats the same key as the same order; past it no role can send again.</source>
        <translation>银行在此之前把同一个键视为同一指令；过期后任何角色都不能重发。</translation>
    </message>
    <message>
        <source>Held by</source>
        <comment>column</comment>
        <translation>被何冻结</translation>
    </message>
    <message>
        <source>A freeze in force stops its sending; asking the bank goes on.</source>
        <translation>生效中的冻结停止发送；查询银行照常进行。</translation>
    </message>
    <message>
        <source>Last answer</source>
        <comment>column</comment>
        <translation>最近答复</translation>
    </message>
    <message>
        <source>What the bank said last.</source>
        <translation>银行最近的答复。</translation>
    </message>
    <message>
        <source>First sent</source>
        <comment>column</comment>
        <translation>首次发送</translation>
    </message>
    <message>
        <source>When it may have left for the first time.</source>
        <translation>首次可能发出的时间。</translation>
    </message>
    <message>
        <source>Attempts</source>
        <comment>column</comment>
        <translation>尝试</translation>
    </message>
    <message>
        <source>Of its present budget.</source>
        <translation>当前预算内的次数。</translation>
    </message>
    <message>
        <source>Asked</source>
        <comment>column</comment>
        <translation>已查询</translation>
    </message>
    <message>
        <source>How often the bank was asked since it is unknown.</source>
        <translation>结果未知以来查询银行的次数。</translation>
    </message>
    <message>
        <source>Bank reference</source>
        <comment>column</comment>
        <translation>银行流水号</translation>
    </message>
    <message>
        <source>The bank&apos;s own number.</source>
        <translation>银行自己的编号。</translation>
    </message>
    <message>
        <source>Messages</source>
        <comment>page</comment>
        <translation>消息</translation>
    </message>
    <message>
        <source>Messages that are not finished. Accepted and refused ones stand on the page of their operation, with each call.</source>
        <translation>尚未完成的消息。已接受和已拒绝的见其操作页面，含每次调用。</translation>
    </message>
    <message>
        <source>No open messages</source>
        <translation>没有未完成的消息</translation>
    </message>
    <message>
        <source>Everything that was to be sent has its answer.</source>
        <translation>所有该发送的都已有答复。</translation>
    </message>
    <message>
        <source>What happens next</source>
        <translation>接下来会怎样</translation>
    </message>
    <message>
        <source>Key</source>
        <translation>键</translation>
    </message>
    <message>
        <source>Key honoured until</source>
        <translation>键有效至</translation>
    </message>
    <message>
        <source>Written</source>
        <translation>写入于</translation>
    </message>
    <message>
        <source>First sent</source>
        <translation>首次发送</translation>
    </message>
    <message>
        <source>Last sent</source>
        <translation>最近发送</translation>
    </message>
    <message>
        <source>Unknown since</source>
        <translation>未知自</translation>
    </message>
    <message>
        <source>Sends</source>
        <translation>发送</translation>
    </message>
    <message>
        <source>%1 marked, %2 may have left</source>
        <translation>已标记 %1 次，可能已发出 %2 次</translation>
    </message>
    <message>
        <source>Asked</source>
        <translation>已查询</translation>
    </message>
    <message>
        <source>Last answer</source>
        <translation>最近答复</translation>
    </message>
    <message>
        <source>Last error</source>
        <translation>最近错误</translation>
    </message>
    <message>
        <source>Sender</source>
        <translation>发送者</translation>
    </message>
    <message>
        <source>Profile</source>
        <translation>档案</translation>
    </message>
    <message>
        <source>%1, version %2</source>
        <translation>%1，版本 %2</translation>
    </message>
    <message>
        <source>Operation</source>
        <translation>操作</translation>
    </message>
    <message>
        <source>Not before</source>
        <comment>column</comment>
        <translation>最早发送时间</translation>
    </message>
    <message>
        <source>It is not sent before then: the channel&apos;s cut-off and calendar, or the wait of a retry.</source>
        <translation>在此之前不会发送：渠道的截止时间和日历，或重试的等待。</translation>
    </message>
    <message>
        <source>Not sent before</source>
        <translation>不早于此时发送</translation>
    </message>
    <message>
        <source>status %1</source>
        <comment>of HTTP</comment>
        <translation>状态码 %1</translation>
    </message>
    <message>
        <source>code %1</source>
        <translation>代码 %1</translation>
    </message>
    <message>
        <source>after %1 ms</source>
        <translation>耗时 %1 毫秒</translation>
    </message>
    <message>
        <source>Last call</source>
        <translation>最近一次调用</translation>
    </message>
</context>
<context>
    <name>MigrateCommand</name>
    <message>
        <source>applied %1</source>
        <translation>已执行 %1</translation>
    </message>
    <message>
        <source>a new installation was made; its keys belong to it alone</source>
        <translation>已创建新安装；其密钥仅属于它自己</translation>
    </message>
    <message>
        <source>schema version %1: nothing to do</source>
        <translation>模式版本 %1：无需操作</translation>
    </message>
    <message>
        <source>schema version %1, was %2</source>
        <translation>模式版本 %1，原为 %2</translation>
    </message>
</context>
<context>
    <name>MoneyText</name>
    <message>
        <source>%1 minor units of %2?</source>
        <translation>%1 个 %2 最小单位？</translation>
    </message>
</context>
<context>
    <name>NextCommand</name>
    <message>
        <source>%1  %2 %3  (%4)  business date %5, run %6</source>
        <translation>%1  %2 %3  (%4)  业务日期 %5，运行 %6</translation>
    </message>
    <message>
        <source>the job is disabled: nothing is triggered</source>
        <translation>该作业已停用：不会触发</translation>
    </message>
    <message>
        <source>No job is enabled.</source>
        <translation>没有已启用的作业。</translation>
    </message>
    <message>
        <source>Write the instant in UTC, such as 2026-10-26T10:30:00Z.</source>
        <translation>请用 UTC 写出时刻，例如 2026-10-26T10:30:00Z。</translation>
    </message>
</context>
<context>
    <name>OperationReport</name>
    <message>
        <source>State</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>Amount</source>
        <translation>金额</translation>
    </message>
    <message>
        <source>Merchant</source>
        <translation>商户</translation>
    </message>
    <message>
        <source>Business date</source>
        <translation>业务日期</translation>
    </message>
    <message>
        <source>Batch</source>
        <translation>批次</translation>
    </message>
    <message>
        <source>Channel</source>
        <translation>渠道</translation>
    </message>
    <message>
        <source>Bank reference</source>
        <translation>银行参考号</translation>
    </message>
    <message>
        <source>Version</source>
        <translation>版本</translation>
    </message>
    <message>
        <source>Idempotency key</source>
        <translation>幂等键</translation>
    </message>
    <message>
        <source>Life of the key</source>
        <translation>键的有效期</translation>
    </message>
    <message>
        <source>Payload</source>
        <translation>报文</translation>
    </message>
    <message>
        <source>%1 bytes, SHA-256 %2</source>
        <translation>%1 字节，SHA-256 %2</translation>
    </message>
    <message>
        <source>## Timeline</source>
        <translation>## 时间线</translation>
    </message>
    <message>
        <source>At (UTC)</source>
        <translation>时间（UTC）</translation>
    </message>
    <message>
        <source>Layer</source>
        <translation>层</translation>
    </message>
    <message>
        <source>What happened</source>
        <translation>发生的事情</translation>
    </message>
    <message>
        <source>Who</source>
        <translation>执行者</translation>
    </message>
    <message>
        <source>Numbers</source>
        <translation>编号</translation>
    </message>
    <message>
        <source> (here one became two)</source>
        <translation>（在此由一变二）</translation>
    </message>
    <message>
        <source>## Ledger and items</source>
        <translation>## 账簿与明细</translation>
    </message>
    <message numerus="yes">
        <source>%n item(s) add up to %1</source>
        <translation>
            <numerusform>%n 条明细合计 %1</numerusform>
        </translation>
    </message>
    <message>
        <source>Dead letter %1 (%2): %3</source>
        <comment>number, status, error</comment>
        <translation>死信 %1（%2）：%3</translation>
    </message>
    <message>
        <source># Operation %1</source>
        <translation># 操作 %1</translation>
    </message>
    <message>
        <source>As of %1.</source>
        <translation>截至 %1。</translation>
    </message>
</context>
<context>
    <name>OperationTables</name>
    <message>
        <source>sale</source>
        <comment>item</comment>
        <translation>销售</translation>
    </message>
    <message>
        <source>refund</source>
        <comment>item</comment>
        <translation>退款</translation>
    </message>
    <message>
        <source>fee</source>
        <comment>item</comment>
        <translation>手续费</translation>
    </message>
    <message>
        <source>chargeback</source>
        <comment>item</comment>
        <translation>拒付</translation>
    </message>
    <message>
        <source>adjustment</source>
        <comment>item</comment>
        <translation>调整</translation>
    </message>
    <message>
        <source>carry-over</source>
        <comment>item</comment>
        <translation>结转</translation>
    </message>
    <message>
        <source>debit</source>
        <comment>ledger side</comment>
        <translation>借</translation>
    </message>
    <message>
        <source>credit</source>
        <comment>ledger side</comment>
        <translation>贷</translation>
    </message>
    <message>
        <source>%1 × 2</source>
        <comment>layer</comment>
        <translation>%1 × 2</translation>
    </message>
    <message>
        <source>Here one became two.</source>
        <translation>在此由一变二。</translation>
    </message>
    <message>
        <source>At</source>
        <comment>column</comment>
        <translation>时间</translation>
    </message>
    <message>
        <source>By the database&apos;s clock; the hover has microseconds.</source>
        <translation>以数据库时钟为准；悬停可见微秒。</translation>
    </message>
    <message>
        <source>Layer</source>
        <comment>column</comment>
        <translation>层</translation>
    </message>
    <message>
        <source>Trigger, attempt, operation, ledger, outbox or bank.</source>
        <translation>触发、尝试、操作、账簿、发件箱或银行。</translation>
    </message>
    <message>
        <source>What happened</source>
        <comment>column</comment>
        <translation>发生的事情</translation>
    </message>
    <message>
        <source>The fact in words.</source>
        <translation>以文字描述的事实。</translation>
    </message>
    <message>
        <source>Who</source>
        <comment>column</comment>
        <translation>执行者</translation>
    </message>
    <message>
        <source>Worker, scheduler or person.</source>
        <translation>工作进程、调度器或人员。</translation>
    </message>
    <message>
        <source>Numbers</source>
        <comment>column</comment>
        <translation>编号</translation>
    </message>
    <message>
        <source>By which the rows are found in the database and at the bank.</source>
        <translation>据此可在数据库和银行找到相应的行。</translation>
    </message>
    <message>
        <source>Phase</source>
        <comment>column</comment>
        <translation>阶段</translation>
    </message>
    <message>
        <source>On hold, then paid or given back: never both.</source>
        <translation>先冻存，再付出或退回：绝不两者兼有。</translation>
    </message>
    <message>
        <source>Side</source>
        <comment>column</comment>
        <translation>方向</translation>
    </message>
    <message>
        <source>A debit is negative, a credit positive.</source>
        <translation>借为负，贷为正。</translation>
    </message>
    <message>
        <source>Account</source>
        <comment>column</comment>
        <translation>账户</translation>
    </message>
    <message>
        <source>Whose money it is at that moment.</source>
        <translation>此刻资金归属何处。</translation>
    </message>
    <message>
        <source>Amount</source>
        <comment>column</comment>
        <translation>金额</translation>
    </message>
    <message>
        <source>Signed; the legs of an operation add up to zero.</source>
        <translation>带符号；一笔操作的分录合计为零。</translation>
    </message>
    <message>
        <source>Version</source>
        <comment>column</comment>
        <translation>版本</translation>
    </message>
    <message>
        <source>The operation&apos;s version under which it was posted: the fence.</source>
        <translation>记账时操作的版本，即隔离令牌。</translation>
    </message>
    <message>
        <source>Posted</source>
        <comment>column</comment>
        <translation>记账时间</translation>
    </message>
    <message>
        <source>When it was posted.</source>
        <translation>记账的时间。</translation>
    </message>
    <message>
        <source>Kind</source>
        <comment>column</comment>
        <translation>种类</translation>
    </message>
    <message>
        <source>What was settled.</source>
        <translation>所结算的内容。</translation>
    </message>
    <message>
        <source>Item</source>
        <comment>column</comment>
        <translation>明细</translation>
    </message>
    <message>
        <source>Its number; settled by one operation, ever.</source>
        <translation>其编号；只由一笔操作结算。</translation>
    </message>
    <message>
        <source>What it adds to the settlement, signed.</source>
        <translation>其对结算金额的贡献，带符号。</translation>
    </message>
    <message>
        <source>Opened</source>
        <comment>column</comment>
        <translation>产生时间</translation>
    </message>
    <message>
        <source>When it stopped being retried.</source>
        <translation>停止重试的时间。</translation>
    </message>
    <message>
        <source>State</source>
        <comment>column</comment>
        <translation>状态</translation>
    </message>
    <message>
        <source>Open ones wait for a person.</source>
        <translation>未结的死信等待人工处理。</translation>
    </message>
    <message>
        <source>resolved: %1</source>
        <comment>how</comment>
        <translation>已处理：%1</translation>
    </message>
    <message>
        <source>Class</source>
        <comment>column</comment>
        <translation>类别</translation>
    </message>
    <message>
        <source>Why it stopped.</source>
        <translation>停止的原因。</translation>
    </message>
    <message>
        <source>Last error</source>
        <comment>column</comment>
        <translation>最近错误</translation>
    </message>
    <message>
        <source>In the words of whoever said it.</source>
        <translation>按原话记录。</translation>
    </message>
    <message>
        <source>Attempts</source>
        <comment>column</comment>
        <translation>尝试</translation>
    </message>
    <message>
        <source>Tries before it stopped.</source>
        <translation>停止前的尝试次数。</translation>
    </message>
    <message>
        <source>Resolved</source>
        <comment>column</comment>
        <translation>处理时间</translation>
    </message>
    <message>
        <source>When a person or an answer resolved it.</source>
        <translation>由人员或应答处理的时间。</translation>
    </message>
</context>
<context>
    <name>Overview</name>
    <message>
        <source>checked %1</source>
        <translation>检查于 %1</translation>
    </message>
    <message>
        <source>an hour ago: not known</source>
        <translation>一小时前：无数据</translation>
    </message>
    <message>
        <source>as an hour ago</source>
        <translation>与一小时前相同</translation>
    </message>
    <message>
        <source>+%1 in the last hour</source>
        <translation>近一小时 +%1</translation>
    </message>
    <message>
        <source>−%1 in the last hour</source>
        <translation>近一小时 −%1</translation>
    </message>
    <message>
        <source>No worker was ever seen: nothing is being settled. Start one with `onceover-worker`.</source>
        <translation>从未见到工作进程：没有任何结算在进行。请用 `onceover-worker` 启动一个。</translation>
    </message>
    <message>
        <source>No worker seen for %1: nothing is being settled.</source>
        <translation>已有 %1没有工作进程：没有任何结算在进行。</translation>
    </message>
    <message numerus="yes">
        <source>Engine: %n worker(s)</source>
        <translation>
            <numerusform>引擎：%n 个工作进程</numerusform>
        </translation>
    </message>
    <message>
        <source>scheduler tick %1 ago</source>
        <translation>调度器 %1前运转</translation>
    </message>
    <message>
        <source>no scheduler seen</source>
        <translation>未见调度器</translation>
    </message>
    <message>
        <source>sender last sent %1 ago</source>
        <translation>发送器 %1前发送</translation>
    </message>
    <message>
        <source>nothing sent yet</source>
        <translation>尚未发送</translation>
    </message>
    <message numerus="yes">
        <source>%n operation(s) held</source>
        <translation>
            <numerusform>已暂停 %n 笔操作</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>An operation took effect %n time(s). Freeze, then look at the incident.</source>
        <translation>
            <numerusform>有一笔操作生效了 %n 次。请先冻结，再查看事件。</numerusform>
        </translation>
    </message>
    <message>
        <source>The login %1 is not mapped to a person: you can look, but not act. Ask an administrator to map it.</source>
        <translation>登录名 %1 未对应到人员：只能查看，不能操作。请管理员建立对应关系。</translation>
    </message>
    <message>
        <source>Practice time: the clock of this sandbox is its own. No real money.</source>
        <translation>练习时间：此沙箱使用自己的时钟。不涉及真实资金。</translation>
    </message>
    <message>
        <source>Stuck leases</source>
        <comment>tile</comment>
        <translation>卡住的租约</translation>
    </message>
    <message>
        <source>oldest %1</source>
        <translation>最久 %1</translation>
    </message>
    <message>
        <source>Dead letters</source>
        <comment>tile</comment>
        <translation>死信</translation>
    </message>
    <message>
        <source>%1 over 24 h</source>
        <translation>%1 条超过 24 小时</translation>
    </message>
    <message>
        <source>Unknown at bank</source>
        <comment>tile</comment>
        <translation>银行结果未知</translation>
    </message>
    <message>
        <source>at risk · %1</source>
        <comment>amounts above; trend</comment>
        <translation>存在风险 · %1</translation>
    </message>
    <message>
        <source>To approve</source>
        <comment>tile</comment>
        <translation>待审批</translation>
    </message>
    <message>
        <source>Differences</source>
        <comment>tile</comment>
        <translation>差异</translation>
    </message>
    <message>
        <source>compared %1</source>
        <translation>对账于 %1</translation>
    </message>
    <message>
        <source>nothing was compared yet</source>
        <translation>尚未对账</translation>
    </message>
    <message>
        <source>Nothing was triggered yet.</source>
        <translation>尚未触发任何运行。</translation>
    </message>
    <message>
        <source>%1: triggered %2 · executed %3 · took effect %4 · at most %5 per operation</source>
        <translation>%1：触发 %2 · 执行 %3 · 生效 %4 · 单笔操作最多 %5 次</translation>
    </message>
    <message>
        <source>Outbox: nothing open</source>
        <translation>发件箱：没有未结消息</translation>
    </message>
    <message>
        <source>Outbox: %1 open, all sent</source>
        <translation>发件箱：%1 条未结，均已发送</translation>
    </message>
    <message>
        <source>Outbox: %1 open, oldest unsent %2</source>
        <translation>发件箱：%1 条未结，最早未发送 %2</translation>
    </message>
    <message>
        <source>Nothing matches the filter, as of %1. Clear it to see everything.</source>
        <translation>截至 %1，没有符合筛选条件的内容。清除筛选可查看全部。</translation>
    </message>
    <message numerus="yes">
        <source>Needs you, oldest first (the first %n)</source>
        <translation>
            <numerusform>待您处理，最久的在前（前 %n 项）</numerusform>
        </translation>
    </message>
    <message>
        <source>Needs you, oldest first</source>
        <translation>待您处理，最久的在前</translation>
    </message>
    <message>
        <source>Nothing needs you. Checked %1.</source>
        <translation>没有需要您处理的事项。检查于 %1。</translation>
    </message>
    <message>
        <source>Operations by state: %1 in all</source>
        <translation>按状态统计的操作：共 %1 笔</translation>
    </message>
    <message>
        <source>as of %1 %2</source>
        <comment>time, offset</comment>
        <translation>截至 %1 %2</translation>
    </message>
    <message>
        <source>Not known now. At %1: %2</source>
        <comment>time, state of the engine</comment>
        <translation>当前情况未知。%1 时：%2</translation>
    </message>
    <message>
        <source>Not known now. Nothing needed you at %1.</source>
        <translation>当前情况未知。%1 时没有需要您处理的事项。</translation>
    </message>
    <message>
        <source>%1 of %2, as of %3</source>
        <translation>%1 / %2，截至 %3</translation>
    </message>
    <message>
        <source>more than %1</source>
        <comment>rows in all</comment>
        <translation>%1 以上</translation>
    </message>
    <message>
        <source>%1 rows loaded of %2, newest first, as of %3</source>
        <translation>已加载 %1 行，共 %2 行，最新的在前，截至 %3</translation>
    </message>
    <message>
        <source>%1 rows loaded of %2, by key, as of %3</source>
        <translation>已加载 %1 行，共 %2 行，按键排序，截至 %3</translation>
    </message>
    <message>
        <source>rows %1–%2 of %3, newest first, as of %4</source>
        <translation>第 %1–%2 行，共 %3 行，最新的在前，截至 %4</translation>
    </message>
    <message>
        <source>rows %1–%2 of %3, by key, as of %4</source>
        <translation>第 %1–%2 行，共 %3 行，按键排序，截至 %4</translation>
    </message>
    <message>
        <source>No batch yet, as of %1. The scheduler makes one for each business date; `onceoverctl trigger JOB --biz-date DATE` asks for one.</source>
        <translation>截至 %1 尚无批次。调度器会为每个业务日期创建；也可用 `onceoverctl trigger JOB --biz-date DATE` 请求一个。</translation>
    </message>
    <message>
        <source>No operation yet, as of %1. They are enumerated when a batch begins.</source>
        <translation>截至 %1 尚无操作。批次开始时会枚举出来。</translation>
    </message>
    <message>
        <source>+%1 since %2</source>
        <comment>count, time or date</comment>
        <translation>自 %2 起 +%1</translation>
    </message>
    <message>
        <source>−%1 since %2</source>
        <comment>count, time or date</comment>
        <translation>自 %2 起 −%1</translation>
    </message>
    <message>
        <source>unchanged since %1</source>
        <comment>time or date</comment>
        <translation>自 %1 起无变化</translation>
    </message>
    <message>
        <source>nothing sent lately</source>
        <translation>最近没有发送</translation>
    </message>
    <message>
        <source>settling day %1 of %2, up to the present</source>
        <translation>正在结算第 %1 天，共 %2 天，直到现在</translation>
    </message>
    <message numerus="yes">
        <source>%n alert(s)</source>
        <comment>open</comment>
        <translation>
            <numerusform>%n 条告警</numerusform>
        </translation>
    </message>
    <message>
        <source>Alerts whose cause is still there. Opens their page.</source>
        <translation>原因仍然存在的告警。点击打开其页面。</translation>
    </message>
    <message>
        <source>%1, %2 unseen</source>
        <comment>5 alerts</comment>
        <translation>%1，%2 条无人知悉</translation>
    </message>
    <message>
        <source>PAUSED since %1 by %2: %3. Reason: %4. %5.</source>
        <comment>time, person, scope, reason, held</comment>
        <translation>自 %1 起由 %2 暂停：%3。原因：%4。%5。</translation>
    </message>
</context>
<context>
    <name>PauseCommand</name>
    <message>
        <source>%1: paused since %2 by %3: %4</source>
        <translation>%1：自 %2 起由 %3 暂停：%4</translation>
    </message>
    <message>
        <source>held: %1 messages, %2 operations that are not posted; may still leave: %3 messages</source>
        <translation>滞留：%1 条消息，%2 笔尚未记账的操作；仍可能发出：%3 条消息</translation>
    </message>
    <message>
        <source>%1: goes on. What was held is sent in its order, under its keys.</source>
        <translation>%1：继续。滞留的将按原顺序、以原幂等键发送。</translation>
    </message>
    <message>
        <source>%1: was not paused.</source>
        <translation>%1：没有暂停。</translation>
    </message>
    <message>
        <source>%1: paused. Nothing is claimed for it or sent over it; questions go on.</source>
        <translation>%1：已暂停。不再为其认领或经其发送；查询照常进行。</translation>
    </message>
    <message>
        <source>%1: paused already, by %2.</source>
        <translation>%1：已由 %2 暂停。</translation>
    </message>
    <message>
        <source>No channel is paused.</source>
        <translation>没有暂停的渠道。</translation>
    </message>
</context>
<context>
    <name>PlanItems</name>
    <message>
        <source>moved: %1</source>
        <comment>state now</comment>
        <translation>已变动：%1</translation>
    </message>
    <message>
        <source>When it was asked for it was: %1.</source>
        <comment>state</comment>
        <translation>提出请求时为：%1。</translation>
    </message>
    <message>
        <source>yes</source>
        <comment>ever succeeded</comment>
        <translation>是</translation>
    </message>
    <message>
        <source>The bank said at least once that it executed this.</source>
        <translation>银行至少说过一次已执行。</translation>
    </message>
    <message>
        <source>no record</source>
        <comment>ever succeeded</comment>
        <translation>无记录</translation>
    </message>
    <message>
        <source>No recorded answer says that it was executed.</source>
        <translation>没有任何记录的答复说它已执行。</translation>
    </message>
    <message>
        <source>The merchant has another beneficiary now; this one was fixed when the operation was made.</source>
        <translation>商户现在的收款人已不同；此收款人在操作生成时已固定。</translation>
    </message>
    <message>
        <source>Key</source>
        <comment>column</comment>
        <translation>键</translation>
    </message>
    <message>
        <source>The idempotency key; it never changes.</source>
        <translation>幂等键；永不改变。</translation>
    </message>
    <message>
        <source>Beneficiary</source>
        <comment>column</comment>
        <translation>收款人</translation>
    </message>
    <message>
        <source>Who is paid, as it was fixed on the operation; marked where the merchant has another one now.</source>
        <translation>收款人，按操作上固定的快照；若商户现已更换则加标记。</translation>
    </message>
    <message>
        <source>Amount</source>
        <comment>column</comment>
        <translation>金额</translation>
    </message>
    <message>
        <source>Of this operation. The largest stand first.</source>
        <translation>此操作的金额。最大的排在最前。</translation>
    </message>
    <message>
        <source>Before (now)</source>
        <comment>column</comment>
        <translation>之前（现在）</translation>
    </message>
    <message>
        <source>Its state now; marked where it moved since it was asked for.</source>
        <translation>现在的状态；提出请求后有变动则加标记。</translation>
    </message>
    <message>
        <source>Ever succeeded?</source>
        <comment>column</comment>
        <translation>是否曾成功？</translation>
    </message>
    <message>
        <source>Does any recorded answer say that this key was executed?</source>
        <translation>是否有记录的答复说此键已执行？</translation>
    </message>
    <message>
        <source>Bank&apos;s last answer</source>
        <comment>column</comment>
        <translation>银行最近的答复</translation>
    </message>
    <message>
        <source>As it was recorded.</source>
        <translation>按记录原样。</translation>
    </message>
    <message>
        <source>Key honoured until</source>
        <comment>column</comment>
        <translation>键有效至</translation>
    </message>
    <message>
        <source>How long the channel recognises the key: first send + retention − margin. Nothing: it was never sent.</source>
        <translation>渠道识别此键的期限：首次发送 + 保留期 − 余量。空：从未发送。</translation>
    </message>
    <message>
        <source>Result</source>
        <comment>column</comment>
        <translation>结果</translation>
    </message>
    <message>
        <source>What became of this item.</source>
        <translation>此项的结果。</translation>
    </message>
    <message>
        <source>Value date</source>
        <comment>column</comment>
        <translation>起息日</translation>
    </message>
    <message>
        <source>The day that the bank counts it on, as its order carries it. Nothing: the channel has no calendar, or the day is not in it.</source>
        <translation>银行计息的日期，即指令所载日期。空：渠道没有日历，或日历中没有该日。</translation>
    </message>
</context>
<context>
    <name>PlanText</name>
    <message>
        <source>Evidence: a document (SHA-256 %1) that says: %2</source>
        <translation>证据：一份文件（SHA-256 %1），内容为：%2</translation>
    </message>
    <message>
        <source>Evidence: entry %1 of statement %2, %3, booked on %4</source>
        <translation>证据：对账单 %2 的第 %1 条，%3，记账日 %4</translation>
    </message>
    <message>
        <source>Evidence: statement %1 from %2 to %3 does not have it</source>
        <translation>证据：%2 至 %3 的对账单 %1 中没有这一笔</translation>
    </message>
    <message>
        <source>Evidence: signed callback %1 of %2: %3</source>
        <translation>证据：%2 的已签名回调 %1：%3</translation>
    </message>
    <message>
        <source>Evidence: unsigned callback %1 of %2: %3</source>
        <translation>证据：%2 的未签名回调 %1：%3</translation>
    </message>
    <message>
        <source>Evidence: recorded answer %1: %2</source>
        <translation>证据：已记录的答复 %1：%2</translation>
    </message>
    <message>
        <source>Decision: the bank executed it; it counts as paid</source>
        <translation>决定：银行已执行；视为已付款</translation>
    </message>
    <message>
        <source>Decision: the bank did not execute it and no longer can; the money goes back</source>
        <translation>决定：银行未执行，也不会再执行；款项退回</translation>
    </message>
    <message>
        <source>The bank&apos;s reference: %1</source>
        <translation>银行流水号：%1</translation>
    </message>
    <message>
        <source>Refund of a renewal</source>
        <translation>续费退款</translation>
    </message>
    <message>
        <source>Extension by one period</source>
        <translation>延长一个周期</translation>
    </message>
    <message>
        <source>Reversal of a payout</source>
        <translation>付款冲正</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>remedy, amount</comment>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>Made good before: %1</source>
        <translation>此前已补偿：%1</translation>
    </message>
    <message>
        <source>Closes difference %1</source>
        <translation>关闭差异 %1</translation>
    </message>
    <message>
        <source>%1, account %2, %3</source>
        <comment>name, account, country</comment>
        <translation>%1，账户 %2，%3</translation>
    </message>
    <message>
        <source>Revision %1 with the same items, as operation %2</source>
        <translation>修订 %1，明细相同，操作为 %2</translation>
    </message>
    <message>
        <source>Beneficiary then: %1</source>
        <translation>当时的收款人：%1</translation>
    </message>
    <message>
        <source>Beneficiary now: %1</source>
        <translation>现在的收款人：%1</translation>
    </message>
    <message>
        <source>The beneficiary is the same.</source>
        <translation>收款人未变。</translation>
    </message>
    <message>
        <source>The beneficiary is ANOTHER one.</source>
        <translation>收款人已变更，请核对。</translation>
    </message>
    <message>
        <source>Channel then %1, now %2</source>
        <translation>当时的渠道为 %1，现在为 %2</translation>
    </message>
    <message>
        <source>The merchant is on hold: the amount goes into the next cycle.</source>
        <translation>商户已被暂停：该金额转入下一周期。</translation>
    </message>
    <message>
        <source>Books %1 that left under the reference %2</source>
        <translation>登记以流水号 %2 付出的 %1</translation>
    </message>
    <message>
        <source>Goes on although it is frozen, by order %1</source>
        <translation>虽已冻结仍继续执行，冻结令 %1</translation>
    </message>
    <message>
        <source>nothing</source>
        <comment>value of a setting</comment>
        <translation>无</translation>
    </message>
    <message>
        <source>yes</source>
        <comment>value of a setting</comment>
        <translation>是</translation>
    </message>
    <message>
        <source>no</source>
        <comment>value of a setting</comment>
        <translation>否</translation>
    </message>
    <message>
        <source>%1: %2 becomes %3</source>
        <comment>field, old value, new value</comment>
        <translation>%1：由 %2 改为 %3</translation>
    </message>
    <message>
        <source>Channel %1: version %2 is disabled; nothing is sent through it any more.</source>
        <translation>渠道 %1：停用版本 %2；不再经它发送任何内容。</translation>
    </message>
    <message>
        <source>Channel %1: version %2 is what new messages are sent by.</source>
        <translation>渠道 %1：新消息改按版本 %2 发送。</translation>
    </message>
    <message>
        <source>Channel %1: version %2 is made from version %3; it is not enabled by this.</source>
        <translation>渠道 %1：由版本 %3 生成版本 %2；此举并不启用它。</translation>
    </message>
    <message>
        <source>Rules %1 of %2 begin: %3.</source>
        <comment>version, job, stage</comment>
        <translation>%2 的规则 %1 开始：%3。</translation>
    </message>
    <message>
        <source>Rules %1 of %2, now “%3”, become “%4”.</source>
        <comment>version, job, stages</comment>
        <translation>%2 的规则 %1，现为“%3”，改为“%4”。</translation>
    </message>
    <message>
        <source>They take effect for: %1</source>
        <comment>scopes</comment>
        <translation>生效范围：%1</translation>
    </message>
    <message>
        <source>Merchant %1</source>
        <translation>商户 %1</translation>
    </message>
    <message>
        <source>Beneficiary from now on: %1</source>
        <translation>此后的收款人：%1</translation>
    </message>
    <message numerus="yes">
        <source>%n open operation(s) go to the old one, whatever is decided.</source>
        <translation>
            <numerusform>无论如何决定，%n 个未完成的操作仍付给原收款人。</numerusform>
        </translation>
    </message>
    <message>
        <source>Run %1 goes on.</source>
        <translation>运行 %1 继续。</translation>
    </message>
    <message>
        <source>Its cause stands, and so does the freeze.</source>
        <translation>原因仍在，冻结也仍在。</translation>
    </message>
    <message>
        <source>What removed the cause: %1</source>
        <translation>原因如何消除：%1</translation>
    </message>
    <message>
        <source>It failed by letter %1, %2: %3</source>
        <comment>letter, class, error</comment>
        <translation>因死信 %1 失败，%2：%3</translation>
    </message>
    <message>
        <source>Lifts freeze %1</source>
        <translation>解除冻结 %1</translation>
    </message>
    <message>
        <source>Incident %1</source>
        <translation>事故 %1</translation>
    </message>
    <message>
        <source>It is taken for a false alarm: nothing is done.</source>
        <translation>视为误报：不做任何事。</translation>
    </message>
    <message numerus="yes">
        <source>%1: %n operation(s), %2</source>
        <comment>action, amount</comment>
        <translation>
            <numerusform>%1：%n 个操作，%2</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n open operation(s) of its scope are left alone.</source>
        <translation>
            <numerusform>范围内有 %n 个未完成的操作保持不动。</numerusform>
        </translation>
    </message>
    <message>
        <source>Changes: %1</source>
        <comment>subject</comment>
        <translation>变更对象：%1</translation>
    </message>
    <message>
        <source>Books %1 that the bank sent back under the reference %2: the payment stays as it is, and the merchant&apos;s next cycle takes the amount</source>
        <translation>登记银行以流水号 %2 退回的 %1：付款保持不变，该金额转入商户的下一周期</translation>
    </message>
    <message>
        <source>To be dealt with: %1.</source>
        <comment>what, count and amount</comment>
        <translation>需要处理：%1。</translation>
    </message>
    <message>
        <source>Ours: %1 under the key %2</source>
        <translation>我方：%1，键 %2</translation>
    </message>
    <message>
        <source>Theirs: entry %1 of statement %2, of the same amount</source>
        <translation>对方：对账单 %2 的第 %1 条，金额相同</translation>
    </message>
    <message>
        <source>Key: %1, as it was computed before</source>
        <translation>键：%1，与先前算出的相同</translation>
    </message>
    <message>
        <source>Bytes (SHA-256): %1, computed from the operation</source>
        <translation>字节（SHA-256）：%1，由操作算出</translation>
    </message>
    <message>
        <source>It counts as one that may have left on %1; the bank honours its key until %2</source>
        <translation>视为可能已于 %1 发出；银行认可其键至 %2</translation>
    </message>
    <message>
        <source>The bank was asked, late enough, and never saw it; its key is honoured until %1</source>
        <translation>已在足够晚的时间询问银行，银行从未见过；其键认可至 %1</translation>
    </message>
    <message>
        <source>key %1</source>
        <comment>of a line</comment>
        <translation>键 %1</translation>
    </message>
    <message>
        <source>reference %1</source>
        <comment>of a line</comment>
        <translation>流水号 %1</translation>
    </message>
    <message>
        <source>booked on %1 (number %2 of that amount)</source>
        <comment>of a line</comment>
        <translation>记账日 %1（该金额的第 %2 条）</translation>
    </message>
    <message>
        <source>Theirs: a line of the same amount: %1</source>
        <comment>what it says</comment>
        <translation>对方：金额相同的条目：%1</translation>
    </message>
    <message numerus="yes">
        <source>Closes: difference(s) %1</source>
        <comment>numbers</comment>
        <translation>
            <numerusform>关闭：差异 %1</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>PracticeGuide</name>
    <message>
        <source>Kill a worker</source>
        <translation>杀掉一个工作进程</translation>
    </message>
    <message>
        <source>In a terminal, end a worker without warning. Its leases run out, and others finish what it held.</source>
        <translation>在终端中不加警告地结束一个工作进程。它的租约到期后，其他进程会完成它手中的工作。</translation>
    </message>
    <message numerus="yes">
        <source>%1 is gone since %2; %n operation(s) still wait for its lease to end.</source>
        <translation>
            <numerusform>%1 自 %2 起消失；还有 %n 笔操作在等待其租约到期。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 is gone since %2. Others found %n of its attempts lost and finished the work; none took effect twice.</source>
        <translation>
            <numerusform>%1 自 %2 起消失。其他进程发现其 %n 次尝试已丢失并完成了工作；没有任何一笔生效两次。</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 is gone since %2 and left nothing behind: no operation is leased to it.</source>
        <translation>%1 自 %2 起消失，没有留下未完成的工作：没有操作租给它。</translation>
    </message>
    <message>
        <source>Trigger a settled day again</source>
        <translation>再次触发已结算的日期</translation>
    </message>
    <message>
        <source>As soon as a day is settled, ask for its run once more. It must lead to nothing new.</source>
        <translation>等某一天结算完成后，再次请求它的运行。不应产生任何新内容。</translation>
    </message>
    <message>
        <source>Ask for the run of %1 once more. It must lead to nothing new.</source>
        <translation>再次请求 %1 的运行。不应产生任何新内容。</translation>
    </message>
    <message>
        <source>%1 was triggered again by %2 at %3: already completed, 0 new rows.</source>
        <comment>run, person, time</comment>
        <translation>%1 由 %2 于 %3 再次触发：早已完成，新增 0 行。</translation>
    </message>
    <message numerus="yes">
        <source>%1 vanished: by %2 others had found %n of its attempts lost and finished its work; none took effect twice.</source>
        <comment>worker, time</comment>
        <translation>
            <numerusform>%1 已消失：到 %2，其他进程发现其 %n 次尝试已丢失并完成了它的工作；没有一笔生效两次。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n request(s) wait for you. Read the sheet, then approve or reject.</source>
        <translation>
            <numerusform>有 %n 个请求等待您处理。请阅读审批单，然后批准或驳回。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n request(s) wait for a second person: who asked cannot approve. Open the console as %1.</source>
        <translation>
            <numerusform>有 %n 个请求等待另一个人：提出者不能批准。请以 %1 的身份打开控制台。</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 asked and %2 approved request %3 at %4; neither could have done it alone.</source>
        <comment>persons, number, time</comment>
        <translation>%1 提出、%2 于 %4 批准了请求 %3；任何一人都无法单独完成。</translation>
    </message>
    <message>
        <source>Freeze something</source>
        <translation>冻结某个范围</translation>
    </message>
    <message>
        <source>%1 froze %2; it was in force at %3. Stopping takes one person, going on takes two.</source>
        <comment>person, scope, time</comment>
        <translation>%1 冻结了%2，%3 生效。停止只需一个人，继续需要两个人。</translation>
    </message>
    <message>
        <source>Ctrl+Shift+F, E, Enter stops everything. One person may; what is under way is listed.</source>
        <translation>依次按 Ctrl+Shift+F、E、Enter 即可停止全部。一个人即可，正在进行的会列出。</translation>
    </message>
    <message>
        <source>Request a replay as %1</source>
        <translation>以 %1 的身份请求重放</translation>
    </message>
    <message>
        <source>%1 asked for a replay at %2, request %3: the same keys, whoever sends them.</source>
        <comment>person, time, number</comment>
        <translation>%1 于 %2 请求重放，请求编号 %3：无论由谁发送，键都不变。</translation>
    </message>
    <message>
        <source>No dead letter is open: there is nothing to be done again yet.</source>
        <translation>没有未处理的死信：暂时没有需要重做的。</translation>
    </message>
    <message numerus="yes">
        <source>%n dead letter(s) are open. Pick one that never took effect and ask that it be done again.</source>
        <translation>
            <numerusform>有 %n 条死信未处理。请挑选一条从未生效的，请求重做。</numerusform>
        </translation>
    </message>
    <message>
        <source>Approve as %1</source>
        <translation>以 %1 的身份审批</translation>
    </message>
    <message>
        <source>As soon as something is asked for, a replay or the lift of a freeze, a second person decides about it.</source>
        <translation>一旦有请求（重放或解除冻结），即由另一个人决定。</translation>
    </message>
    <message>
        <source>Verify the audit as %1</source>
        <translation>以 %1 的身份验证审计</translation>
    </message>
    <message numerus="yes">
        <source>%1 judged every chain at %2: %n row(s), each as it was written.</source>
        <comment>person, time</comment>
        <translation>
            <numerusform>%1 于 %2 检验了所有链：共 %n 行，均与写入时一致。</numerusform>
        </translation>
    </message>
    <message>
        <source>Everything above stands in chains that nobody can change unseen. Let an auditor judge them.</source>
        <translation>以上一切都记录在链中，任何人都无法不被发现地更改。请由审计员检验。</translation>
    </message>
</context>
<context>
    <name>QueryCommand</name>
    <message>
        <source>%1 says: %2</source>
        <translation>%1 回答：%2</translation>
    </message>
    <message>
        <source>reference %1</source>
        <translation>流水号 %1</translation>
    </message>
    <message>
        <source>amount %1</source>
        <translation>金额 %1</translation>
    </message>
    <message>
        <source>The message here is %1; the answer is on record, and the resolver decides from it.</source>
        <translation>此处消息状态为 %1；答复已记录，由解析职责据此判定。</translation>
    </message>
</context>
<context>
    <name>Reason</name>
    <message>
        <source>there is work</source>
        <translation>有工作要做</translation>
    </message>
    <message>
        <source>no inputs: 0 = 0</source>
        <translation>没有输入：0 = 0</translation>
    </message>
    <message>
        <source>inputs were counted, and no operation is there</source>
        <translation>已清点输入，但没有操作</translation>
    </message>
    <message>
        <source>all shards are done and counts are as expected</source>
        <translation>所有分片已完成，数量符合预期</translation>
    </message>
    <message>
        <source>something can move again</source>
        <translation>又有可以推进的操作</translation>
    </message>
    <message>
        <source>operations differ from what the inputs were counted to</source>
        <translation>操作与清点的输入不一致</translation>
    </message>
    <message>
        <source>open differences wait for a person</source>
        <translation>有未结差异等待人工处理</translation>
    </message>
    <message>
        <source>operations, ledger, outbox and answers agree</source>
        <translation>操作、账簿、发件箱与应答一致</translation>
    </message>
    <message>
        <source>%1 failed, %2 unknown, %3 differences wait for a person</source>
        <translation>失败 %1、未知 %2、差异 %3，等待人工处理</translation>
    </message>
    <message>
        <source>its worker is gone</source>
        <translation>其工作进程已消失</translation>
    </message>
    <message>
        <source>made the operations</source>
        <translation>已生成操作</translation>
    </message>
    <message>
        <source>could not make the operations</source>
        <translation>未能生成操作</translation>
    </message>
    <message>
        <source>its shard is done</source>
        <translation>其分片已完成</translation>
    </message>
    <message>
        <source>another worker took it over</source>
        <translation>已由其他工作进程接手</translation>
    </message>
    <message>
        <source>given back at a clean stop</source>
        <translation>正常停止时交还</translation>
    </message>
    <message>
        <source>its lease ran out; taken over by %1</source>
        <translation>其租约已到期，由 %1 接手</translation>
    </message>
    <message>
        <source>let go: too much waits already</source>
        <translation>已放开：排队的已经太多</translation>
    </message>
    <message>
        <source>queue full: %1 wait to be worked or sent; nothing is added before it sinks</source>
        <translation>队列已满：%1 条等待处理或发送；降下来之前不再增加</translation>
    </message>
    <message>
        <source>frozen</source>
        <translation>已冻结</translation>
    </message>
    <message>
        <source>the books were compared</source>
        <translation>账本已比对</translation>
    </message>
    <message>
        <source>old files were removed</source>
        <translation>旧文件已清除</translation>
    </message>
    <message>
        <source>there was no folder to clean</source>
        <translation>没有需要清理的文件夹</translation>
    </message>
</context>
<context>
    <name>ReckonCommand</name>
    <message>
        <source>This installation, last 30 days: %1 executions, %2 failed, %3 of these were executed again</source>
        <translation>本安装最近 30 天：执行 %1 次，失败 %2 次，其中 %3 次被再次执行</translation>
    </message>
    <message>
        <source>Failures by consequence: %1 of %2 executions of money jobs (P0), %3 of %4 of the others.</source>
        <translation>按后果分列的失败：资金任务（P0）%2 次执行中 %1 次，其余任务 %4 次中 %3 次。</translation>
    </message>
    <message>
        <source>Baseline: six jobs, each once a day</source>
        <translation>基线：六个任务，每天各一次</translation>
    </message>
    <message>
        <source>Each number is written like 40 or 12.5: digits, at most nine decimals, no sign.</source>
        <translation>数字写作 40 或 12.5：只有数字，最多九位小数，不带符号。</translation>
    </message>
</context>
<context>
    <name>Reckoning</name>
    <message>
        <source>h</source>
        <comment>hours</comment>
        <translation>小时</translation>
    </message>
    <message>
        <source>min</source>
        <comment>minutes</comment>
        <translation>分钟</translation>
    </message>
    <message>
        <source>s</source>
        <comment>seconds</comment>
        <translation>秒</translation>
    </message>
    <message>
        <source>executions a day</source>
        <translation>每天执行次数</translation>
    </message>
    <message>
        <source>executions a month</source>
        <translation>每月执行次数</translation>
    </message>
    <message>
        <source>failures a month</source>
        <translation>每月失败次数</translation>
    </message>
    <message>
        <source>failures a year</source>
        <translation>每年失败次数</translation>
    </message>
    <message>
        <source>repeated executions a year</source>
        <translation>每年重复执行次数</translation>
    </message>
    <message>
        <source>handling of one repeat</source>
        <translation>单次人工处理</translation>
    </message>
    <message>
        <source>handling a year, in minutes</source>
        <translation>每年人工处理（分钟）</translation>
    </message>
    <message>
        <source>handling a year</source>
        <translation>每年人工处理</translation>
    </message>
    <message>
        <source>loss by one double charge</source>
        <translation>一次重复扣款的损失</translation>
    </message>
    <message>
        <source>apologies and refunds, talk</source>
        <translation>道歉与退款沟通</translation>
    </message>
    <message>
        <source>all waits between retries</source>
        <translation>重试总等待</translation>
    </message>
    <message>
        <source>reconciliation a year, in seconds</source>
        <translation>每年对账（秒）</translation>
    </message>
    <message>
        <source>reconciliation a year</source>
        <translation>每年对账</translation>
    </message>
    <message>
        <source>reconciliation, share of the budget</source>
        <translation>对账占预算</translation>
    </message>
    <message>
        <source>reconciliation against handling</source>
        <translation>对账与人工之比</translation>
    </message>
    <message>
        <source>handling for each change</source>
        <translation>摊到每次改动</translation>
    </message>
    <message>
        <source>assumed</source>
        <translation>假设</translation>
    </message>
    <message>
        <source>measured</source>
        <translation>实测</translation>
    </message>
    <message>
        <source>setting</source>
        <translation>设置</translation>
    </message>
    <message>
        <source>given</source>
        <translation>给定</translation>
    </message>
</context>
<context>
    <name>ReconcileCommand</name>
    <message>
        <source>not read: %1</source>
        <translation>未能读取：%1</translation>
    </message>
    <message>
        <source>nothing was compared</source>
        <translation>没有可比对的内容</translation>
    </message>
    <message>
        <source>%1 compared, %2 differences, in %3</source>
        <translation>比对 %1 项，差异 %2 项，耗时 %3</translation>
    </message>
    <message>
        <source>found after %1</source>
        <translation>%1 后发现</translation>
    </message>
    <message>
        <source>No comparison is recorded for that day: this is not the same as no difference.</source>
        <translation>该日没有对账记录：这不等于没有差异。</translation>
    </message>
    <message>
        <source>Nothing was compared: this is not the same as no difference.</source>
        <translation>没有比对任何内容：这不等于没有差异。</translation>
    </message>
    <message>
        <source>%1: %2 of theirs read, %3 of ours looked for</source>
        <translation>%1：对方已读 %2 条，我方已查找 %3 条</translation>
    </message>
</context>
<context>
    <name>RecoveryCommand</name>
    <message>
        <source>and %1 more (--json tells all)</source>
        <translation>另有 %1 项（--json 列出全部）</translation>
    </message>
    <message>
        <source>Request %1: an approver reads it with `onceoverctl requests %1` and decides.</source>
        <translation>请求 %1：审批人用 `onceoverctl requests %1` 查看并决定。</translation>
    </message>
    <message>
        <source>%1 is no operation id.</source>
        <translation>%1 不是操作编号。</translation>
    </message>
    <message>
        <source>Nothing is asked for yet: add --request and a --reason.</source>
        <translation>尚未提交：请加 --request 和 --reason。</translation>
    </message>
</context>
<context>
    <name>RecoveryText</name>
    <message>
        <source>nothing to do</source>
        <translation>无需处理</translation>
    </message>
    <message>
        <source>resume</source>
        <translation>继续</translation>
    </message>
    <message>
        <source>ask the outside</source>
        <translation>查询外部</translation>
    </message>
    <message>
        <source>replay</source>
        <translation>重放</translation>
    </message>
    <message>
        <source>compensate</source>
        <translation>补偿</translation>
    </message>
    <message>
        <source>It took effect once.</source>
        <translation>已生效一次。</translation>
    </message>
    <message>
        <source>It was made good.</source>
        <translation>已补救。</translation>
    </message>
    <message>
        <source>It was stopped half-way and goes on under its key.</source>
        <translation>中途停止，以原键继续。</translation>
    </message>
    <message>
        <source>Somebody still holds it: wait until the freeze has drained.</source>
        <translation>仍被持有：请等待冻结排空。</translation>
    </message>
    <message>
        <source>Only the outside knows what became of it.</source>
        <translation>结果只有外部知道。</translation>
    </message>
    <message>
        <source>It failed, and no effect is on record.</source>
        <translation>已失败，且没有生效记录。</translation>
    </message>
    <message>
        <source>Its batch failed as a whole or is complete: that is decided first.</source>
        <translation>其批次整体失败或已完成：须先处理批次。</translation>
    </message>
    <message>
        <source>It was refused for good: only an approved revision replaces it.</source>
        <translation>已被最终拒绝：只能由获批的修订替代。</translation>
    </message>
    <message>
        <source>It took effect twice: ask for a compensation first.</source>
        <translation>已生效两次：请先申请补偿。</translation>
    </message>
    <message>
        <source>It failed for good, and an effect is on record: a person decides.</source>
        <translation>已最终失败，却有生效记录：须由人决定。</translation>
    </message>
</context>
<context>
    <name>RefusalText</name>
    <message>
        <source>No Onceover schema</source>
        <translation>没有 Onceover 模式</translation>
    </message>
    <message>
        <source>This database has no Onceover schema.</source>
        <translation>此数据库中没有 Onceover 模式。</translation>
    </message>
    <message>
        <source>Choose another database, or let the migrator run `onceoverctl migrate` in it.</source>
        <translation>请选择其他数据库，或由迁移账号在其中执行 `onceoverctl migrate`。</translation>
    </message>
    <message>
        <source>Schema too old</source>
        <translation>模式版本过旧</translation>
    </message>
    <message>
        <source>The schema of this database is older than this program needs (found: %1).</source>
        <translation>此数据库的模式版本低于本程序所需（实际：%1）。</translation>
    </message>
    <message>
        <source>Let the migrator run `onceoverctl migrate`, or use the older Onceover.</source>
        <translation>请由迁移账号执行 `onceoverctl migrate`，或使用旧版 Onceover。</translation>
    </message>
    <message>
        <source>Schema too new</source>
        <translation>模式版本过新</translation>
    </message>
    <message>
        <source>The schema of this database is newer than this program knows.</source>
        <translation>此数据库的模式版本比本程序新。</translation>
    </message>
    <message>
        <source>The schema of this database is newer than this program knows (found: %1).</source>
        <translation>此数据库的模式版本比本程序新（实际：%1）。</translation>
    </message>
    <message>
        <source>Install the newer Onceover; this one writes nothing here.</source>
        <translation>请安装新版 Onceover；本版本在此不写入任何内容。</translation>
    </message>
    <message>
        <source>Self-check failed</source>
        <translation>自检未通过</translation>
    </message>
    <message>
        <source>The self-check of this connection failed.</source>
        <translation>此连接的自检未通过。</translation>
    </message>
    <message>
        <source>The self-check of this connection failed: %1.</source>
        <translation>此连接的自检未通过：%1。</translation>
    </message>
    <message>
        <source>Run `onceoverctl doctor`: it says what is missing and how to mend it. Nothing is written until then.</source>
        <translation>请执行 `onceoverctl doctor`：它会说明缺少什么以及如何修复。在此之前不会写入任何内容。</translation>
    </message>
    <message>
        <source>Not in this state</source>
        <translation>当前状态不允许</translation>
    </message>
    <message>
        <source>Its present state does not allow this.</source>
        <translation>当前状态不允许此操作。</translation>
    </message>
    <message>
        <source>Its present state does not allow this (found: %1).</source>
        <translation>当前状态不允许此操作（实际：%1）。</translation>
    </message>
    <message>
        <source>Read it again, then decide.</source>
        <translation>请重新读取后再决定。</translation>
    </message>
    <message>
        <source>Moved meanwhile</source>
        <translation>期间已变化</translation>
    </message>
    <message>
        <source>Somebody else holds a newer version of it.</source>
        <translation>他人持有更新的版本。</translation>
    </message>
    <message>
        <source>Somebody else holds a newer version of it (found: %1).</source>
        <translation>他人持有更新的版本（实际：%1）。</translation>
    </message>
    <message>
        <source>Not a sandbox</source>
        <translation>不是沙箱</translation>
    </message>
    <message>
        <source>This is only possible in a sandbox, and this database is none.</source>
        <translation>此操作只能在沙箱中进行，而此数据库不是沙箱。</translation>
    </message>
    <message>
        <source>Start one with `onceoverctl sandbox start`.</source>
        <translation>用 `onceoverctl sandbox start` 启动一个。</translation>
    </message>
    <message>
        <source>Login without a person</source>
        <translation>登录名没有对应人员</translation>
    </message>
    <message>
        <source>This login is not mapped to a person; acts need one.</source>
        <translation>此登录名未对应到人员；操作须由具体人员进行。</translation>
    </message>
    <message>
        <source>Ask an administrator to map it (person_login), or log in with your own.</source>
        <translation>请管理员建立对应关系（person_login），或用您自己的登录名登录。</translation>
    </message>
    <message>
        <source>Role missing</source>
        <translation>缺少角色</translation>
    </message>
    <message>
        <source>This login does not have the role that this act needs.</source>
        <translation>此登录名没有该操作所需的角色。</translation>
    </message>
    <message>
        <source>Ask somebody who has it, or an administrator for the role.</source>
        <translation>请由拥有该角色的人操作，或向管理员申请该角色。</translation>
    </message>
    <message>
        <source>Unknown job</source>
        <translation>未知作业</translation>
    </message>
    <message>
        <source>There is no job of this name.</source>
        <translation>没有此名称的作业。</translation>
    </message>
    <message>
        <source>Look at the list of jobs and check the spelling.</source>
        <translation>请查看作业列表并检查拼写。</translation>
    </message>
    <message>
        <source>Not found</source>
        <translation>未找到</translation>
    </message>
    <message>
        <source>There is nothing under this key.</source>
        <translation>此键下没有任何内容。</translation>
    </message>
    <message>
        <source>Check the key and the database that you are connected to.</source>
        <translation>请检查该键以及所连接的数据库。</translation>
    </message>
    <message>
        <source>Job disabled</source>
        <translation>作业已停用</translation>
    </message>
    <message>
        <source>This job is disabled.</source>
        <translation>此作业已停用。</translation>
    </message>
    <message>
        <source>Enable it first, if it may run.</source>
        <translation>如果允许运行，请先启用。</translation>
    </message>
    <message>
        <source>Business date invalid</source>
        <translation>业务日期无效</translation>
    </message>
    <message>
        <source>This is not a business date that the job can have.</source>
        <translation>这不是该作业可用的业务日期。</translation>
    </message>
    <message>
        <source>Write an existing day as YYYY-MM-DD.</source>
        <translation>请按 YYYY-MM-DD 填写真实存在的日期。</translation>
    </message>
    <message>
        <source>Business date not over</source>
        <translation>业务日期尚未结束</translation>
    </message>
    <message>
        <source>This business date is not over yet in the job&apos;s time zone.</source>
        <translation>在作业所在时区，此业务日期尚未结束。</translation>
    </message>
    <message>
        <source>Trigger it after midnight there; the schedule does so by itself.</source>
        <translation>请在当地午夜之后触发；计划任务会自动触发。</translation>
    </message>
    <message>
        <source>Request id used before</source>
        <translation>请求号已用过</translation>
    </message>
    <message>
        <source>This request id belongs to another request.</source>
        <translation>此请求号属于另一个请求。</translation>
    </message>
    <message>
        <source>Open the dialog again: it makes a new one.</source>
        <translation>请重新打开对话框，会生成新的请求号。</translation>
    </message>
    <message>
        <source>Frozen</source>
        <translation>已冻结</translation>
    </message>
    <message>
        <source>A freeze in force covers this.</source>
        <translation>处于生效中的冻结范围内。</translation>
    </message>
    <message>
        <source>Look at the incident; it goes on after the lift.</source>
        <translation>请查看事件；解除冻结后继续。</translation>
    </message>
    <message>
        <source>Lease still held</source>
        <translation>租约仍被持有</translation>
    </message>
    <message>
        <source>A worker still holds the lease.</source>
        <translation>仍有工作进程持有租约。</translation>
    </message>
    <message>
        <source>Wait until it ends, or fence it.</source>
        <translation>请等待到期，或将其隔离。</translation>
    </message>
    <message>
        <source>Already final</source>
        <translation>已终结</translation>
    </message>
    <message>
        <source>It has ended; nothing changes it any more.</source>
        <translation>已结束，不会再改变。</translation>
    </message>
    <message>
        <source>Look at its history; what must be made good needs an operation of its own.</source>
        <translation>请查看历史；需要弥补时应使用单独的操作。</translation>
    </message>
    <message>
        <source>Approval needed</source>
        <translation>需要审批</translation>
    </message>
    <message>
        <source>This needs the approval of a second person.</source>
        <translation>需要第二个人审批。</translation>
    </message>
    <message>
        <source>Request it; an approver decides.</source>
        <translation>请提交请求，由审批人决定。</translation>
    </message>
    <message>
        <source>Batch already completed</source>
        <translation>批次已完成</translation>
    </message>
    <message>
        <source>This batch is settled and reconciled; it is never run again.</source>
        <translation>此批次已结算并对账，绝不会再次运行。</translation>
    </message>
    <message>
        <source>Corrections are operations of their own, in a batch of their own.</source>
        <translation>更正是单独的操作，在单独的批次中进行。</translation>
    </message>
    <message>
        <source>No evidence</source>
        <translation>没有证据</translation>
    </message>
    <message>
        <source>No recorded answer of the bank supports this.</source>
        <translation>没有可支持此项的银行应答记录。</translation>
    </message>
    <message>
        <source>Ask the bank first, or wait for the statement.</source>
        <translation>请先向银行查询，或等待对账单。</translation>
    </message>
    <message>
        <source>Schedule not supported</source>
        <translation>不支持的计划</translation>
    </message>
    <message>
        <source>This form of schedule is not supported.</source>
        <translation>不支持这种计划形式。</translation>
    </message>
    <message>
        <source>Write the five fields minute, hour, day of the month, month and day of the week, such as &quot;30 2 * * *&quot;.</source>
        <translation>请写出五个字段：分、时、日、月、星期，例如 &quot;30 2 * * *&quot;。</translation>
    </message>
    <message>
        <source>Unknown time zone</source>
        <translation>未知时区</translation>
    </message>
    <message>
        <source>There is no time zone of this name.</source>
        <translation>没有此名称的时区。</translation>
    </message>
    <message>
        <source>Use an IANA name such as Asia/Shanghai.</source>
        <translation>请使用 IANA 名称，例如 Asia/Shanghai。</translation>
    </message>
    <message>
        <source>Beyond the time zone data</source>
        <translation>超出时区数据范围</translation>
    </message>
    <message>
        <source>The time zone data do not reach that far.</source>
        <translation>时区数据没有覆盖到那么远。</translation>
    </message>
    <message>
        <source>Choose an earlier date, or install newer time zone data.</source>
        <translation>请选择更早的日期，或安装更新的时区数据。</translation>
    </message>
    <message>
        <source>The value date is past</source>
        <translation>起息日已过</translation>
    </message>
    <message>
        <source>The channel refuses orders whose value date has passed.</source>
        <translation>该渠道拒绝起息日已过的指令。</translation>
    </message>
    <message>
        <source>The channel refuses orders whose value date has passed: %1.</source>
        <translation>该渠道拒绝起息日已过的指令：%1。</translation>
    </message>
    <message>
        <source>Nothing was sent. Enable a version of the profile with a value date rule that the bank still takes, then replay.</source>
        <translation>什么都没有发送。请启用银行仍接受其起息日规则的配置版本，然后重放。</translation>
    </message>
    <message>
        <source>Unknown currency</source>
        <translation>未知币种</translation>
    </message>
    <message>
        <source>This is not an active ISO 4217 currency.</source>
        <translation>这不是有效的 ISO 4217 币种。</translation>
    </message>
    <message>
        <source>Check the code; amounts are never guessed.</source>
        <translation>请检查币种代码；金额绝不猜测。</translation>
    </message>
    <message>
        <source>Currencies differ</source>
        <translation>币种不同</translation>
    </message>
    <message>
        <source>Amounts of different currencies cannot be put together.</source>
        <translation>不同币种的金额不能合并。</translation>
    </message>
    <message>
        <source>Use one currency; there is no conversion here.</source>
        <translation>请使用同一币种；此处不做换算。</translation>
    </message>
    <message>
        <source>Amount not understood</source>
        <translation>无法识别金额</translation>
    </message>
    <message>
        <source>This is not an amount of that currency.</source>
        <translation>这不是该币种的金额。</translation>
    </message>
    <message>
        <source>Write digits with at most the currency&apos;s decimals, such as 1234.50.</source>
        <translation>请填写数字，小数位数不超过该币种的规定，例如 1234.50。</translation>
    </message>
    <message>
        <source>Amount out of range</source>
        <translation>金额超出范围</translation>
    </message>
    <message>
        <source>This amount is too large to be held exactly.</source>
        <translation>金额过大，无法精确保存。</translation>
    </message>
    <message>
        <source>Check the amount; it looks wrong.</source>
        <translation>请检查金额，看起来有误。</translation>
    </message>
    <message>
        <source>Key not understood</source>
        <translation>无法识别键</translation>
    </message>
    <message>
        <source>This is not a valid key.</source>
        <translation>这不是有效的键。</translation>
    </message>
    <message>
        <source>Copy it from where it is shown; keys are computed, never typed.</source>
        <translation>请从显示处复制；键由计算得出，不手工输入。</translation>
    </message>
    <message>
        <source>Value not understood</source>
        <translation>无法识别值</translation>
    </message>
    <message>
        <source>This value does not have the expected form.</source>
        <translation>此值不符合要求的格式。</translation>
    </message>
    <message>
        <source>Look at the details for the form that is expected.</source>
        <translation>要求的格式见详情。</translation>
    </message>
    <message>
        <source>No channel profile</source>
        <translation>没有渠道配置</translation>
    </message>
    <message>
        <source>This channel has no profile, so nothing may be sent through it.</source>
        <translation>此渠道没有配置，不能通过它发送任何内容。</translation>
    </message>
    <message>
        <source>Write and enable a profile for it first.</source>
        <translation>请先为其编写并启用配置。</translation>
    </message>
    <message>
        <source>Channel disabled</source>
        <translation>渠道已停用</translation>
    </message>
    <message>
        <source>This channel is not enabled.</source>
        <translation>此渠道未启用。</translation>
    </message>
    <message>
        <source>Enable its profile first; messages wait until then.</source>
        <translation>请先启用其配置；消息会等待到那时。</translation>
    </message>
    <message>
        <source>Sending again is not allowed</source>
        <translation>不允许重发</translation>
    </message>
    <message>
        <source>The channel&apos;s profile does not allow sending this again.</source>
        <translation>该渠道的配置不允许重发。</translation>
    </message>
    <message>
        <source>A person decides from the bank&apos;s statement.</source>
        <translation>由人员根据银行对账单决定。</translation>
    </message>
    <message>
        <source>Attempts spent</source>
        <translation>尝试次数已用尽</translation>
    </message>
    <message>
        <source>Its attempts or its time are spent.</source>
        <translation>尝试次数或时间已用尽。</translation>
    </message>
    <message>
        <source>It is a dead letter now; look at it before anything else.</source>
        <translation>已成为死信；请先查看再做其他处理。</translation>
    </message>
    <message>
        <source>Calendar does not reach</source>
        <translation>日历不够长</translation>
    </message>
    <message>
        <source>A day that is needed is missing in the channel&apos;s business calendar.</source>
        <translation>渠道的营业日历缺少所需的某一天。</translation>
    </message>
    <message>
        <source>A day is missing in a business calendar: %1.</source>
        <translation>营业日历缺少某一天：%1。</translation>
    </message>
    <message>
        <source>Enter the missing days of that calendar; whether a bank works on a day is never guessed.</source>
        <translation>请录入该日历缺少的日期；银行某天是否营业从不猜测。</translation>
    </message>
    <message>
        <source>Your own request</source>
        <translation>这是您自己的请求</translation>
    </message>
    <message>
        <source>You asked for this; a second person decides.</source>
        <translation>这是您提出的请求，须由另一个人决定。</translation>
    </message>
    <message>
        <source>Ask an approver; you can withdraw it.</source>
        <translation>请找审批人；您可以撤回它。</translation>
    </message>
    <message>
        <source>Not your request</source>
        <translation>不是您的请求</translation>
    </message>
    <message>
        <source>Only who asked can withdraw it.</source>
        <translation>只有提出请求的人可以撤回。</translation>
    </message>
    <message>
        <source>An approver can reject it.</source>
        <translation>审批人可以驳回它。</translation>
    </message>
    <message>
        <source>Already decided</source>
        <translation>已有决定</translation>
    </message>
    <message>
        <source>This request was decided before.</source>
        <translation>此请求此前已有决定。</translation>
    </message>
    <message>
        <source>This request was decided before: %1.</source>
        <translation>此请求此前已有决定：%1。</translation>
    </message>
    <message>
        <source>Read it again; nothing is to be done.</source>
        <translation>请重新查看；无需再做什么。</translation>
    </message>
    <message>
        <source>Expired</source>
        <translation>已过期</translation>
    </message>
    <message>
        <source>Nobody decided in time; the request has ended.</source>
        <translation>没有人及时决定，请求已结束。</translation>
    </message>
    <message>
        <source>Look at the state again and ask anew, where it is still right.</source>
        <translation>请重新查看状态；如仍需要，请重新提出。</translation>
    </message>
    <message>
        <source>Another plan</source>
        <translation>计划不同</translation>
    </message>
    <message>
        <source>What you decided about is not the plan of this request.</source>
        <translation>您所决定的不是此请求的计划。</translation>
    </message>
    <message>
        <source>Read the request again, then decide.</source>
        <translation>请重新查看请求，再作决定。</translation>
    </message>
    <message>
        <source>A row of the plan has moved since it was asked for; the request is void.</source>
        <translation>提出请求后，计划中的一行已变动；请求作废。</translation>
    </message>
    <message>
        <source>Another total</source>
        <translation>总额不同</translation>
    </message>
    <message>
        <source>What you typed is not the total of the plan (expected: %1).</source>
        <translation>您输入的不是计划的总额（应为：%1）。</translation>
    </message>
    <message>
        <source>Read the amounts again, then type the total.</source>
        <translation>请重新查看金额，再输入总额。</translation>
    </message>
    <message>
        <source>Another request is open</source>
        <translation>另有未结请求</translation>
    </message>
    <message>
        <source>There is an open request about this already.</source>
        <translation>对此已有一个未结的请求。</translation>
    </message>
    <message>
        <source>Decide or withdraw that one first.</source>
        <translation>请先决定或撤回那一个。</translation>
    </message>
    <message>
        <source>It took effect</source>
        <translation>已经生效</translation>
    </message>
    <message>
        <source>This key has succeeded, so doing it again is no remedy.</source>
        <translation>此键已经成功过，再做一次不是补救办法。</translation>
    </message>
    <message>
        <source>What must be made good is a compensation of its own.</source>
        <translation>需要弥补的，应另行提出补偿。</translation>
    </message>
    <message>
        <source>Only a revision</source>
        <translation>只能修订</translation>
    </message>
    <message>
        <source>This was refused or not executed, and its money was given back.</source>
        <translation>此操作被拒绝或未执行，款项已退回。</translation>
    </message>
    <message>
        <source>Replace it by an approved revision.</source>
        <translation>请用经审批的修订来替代。</translation>
    </message>
    <message>
        <source>The bank&apos;s answer is unknown</source>
        <translation>银行的答复未知</translation>
    </message>
    <message>
        <source>Nobody knows whether the bank executed this.</source>
        <translation>没有人知道银行是否已执行。</translation>
    </message>
    <message>
        <source>Ask the bank or wait for the statement; an unknown is neither sent again nor closed.</source>
        <translation>请查询银行或等待对账单；未知的既不重发，也不关闭。</translation>
    </message>
    <message>
        <source>Not drained</source>
        <translation>尚未排空</translation>
    </message>
    <message>
        <source>Something the freeze covers is in work or may still leave.</source>
        <translation>冻结范围内仍有处理中的工作，或仍可能发出的消息。</translation>
    </message>
    <message>
        <source>Wait until it has drained, or fence it.</source>
        <translation>请等待其排空，或将其隔离。</translation>
    </message>
    <message>
        <source>The record says otherwise</source>
        <translation>记录与此不符</translation>
    </message>
    <message>
        <source>A recorded fact contradicts this.</source>
        <translation>已记录的事实与此矛盾。</translation>
    </message>
    <message>
        <source>A recorded fact contradicts this: %1.</source>
        <translation>已记录的事实与此矛盾：%1。</translation>
    </message>
    <message>
        <source>Read the recorded answers of the bank again, then decide.</source>
        <translation>请重新查看银行的已记录答复，再做决定。</translation>
    </message>
    <message>
        <source>Too early</source>
        <translation>为时过早</translation>
    </message>
    <message>
        <source>What was sent may still take effect.</source>
        <translation>已发出的指令仍可能生效。</translation>
    </message>
    <message>
        <source>What was sent may still take effect (until: %1).</source>
        <translation>已发出的指令仍可能生效（截至：%1）。</translation>
    </message>
    <message>
        <source>Wait until then and ask the bank once more.</source>
        <translation>请等到那时，再向银行查询一次。</translation>
    </message>
    <message>
        <source>Already replaced</source>
        <translation>已被替代</translation>
    </message>
    <message>
        <source>Another operation has taken its place.</source>
        <translation>已有另一笔操作替代它。</translation>
    </message>
    <message>
        <source>Another operation has taken its place: %1.</source>
        <translation>已有另一笔操作替代它：%1。</translation>
    </message>
    <message>
        <source>Look at that one.</source>
        <translation>请查看那一笔。</translation>
    </message>
    <message>
        <source>Never of a compensation</source>
        <translation>补偿不能再补偿</translation>
    </message>
    <message>
        <source>This operation makes another one good itself.</source>
        <translation>这笔操作本身就是对另一笔的补偿。</translation>
    </message>
    <message>
        <source>Ask for a compensation of the original.</source>
        <translation>请对原始操作申请补偿。</translation>
    </message>
    <message>
        <source>The channel cannot carry our keys</source>
        <translation>该渠道无法携带我们的键</translation>
    </message>
    <message>
        <source>Nothing sent through it could be told from its repetition.</source>
        <translation>经它发送的内容将无法与重复发送区分。</translation>
    </message>
    <message>
        <source>Nothing sent through it could be told from its repetition: %1.</source>
        <translation>经它发送的内容将无法与重复发送区分：%1。</translation>
    </message>
    <message>
        <source>Agree with the bank on keys of 32 characters, A to Z and 2 to 7, in a header of their own, and enter a version of the profile that says so.</source>
        <translation>请与银行约定使用 32 个字符（A 至 Z 和 2 至 7）、放在独立请求头中的键，并录入如此声明的配置版本。</translation>
    </message>
    <message>
        <source>Self-test missing</source>
        <translation>缺少自检</translation>
    </message>
    <message>
        <source>This profile of the channel has not passed its self-test.</source>
        <translation>该渠道的这一版配置尚未通过自检。</translation>
    </message>
    <message>
        <source>Run `onceoverctl channel self-test`, then ask again.</source>
        <translation>请运行 `onceoverctl channel self-test`，然后重新申请。</translation>
    </message>
    <message>
        <source>Kept too short</source>
        <translation>保留时间过短</translation>
    </message>
    <message>
        <source>A record of a key would be dropped before its last possible retry.</source>
        <translation>幂等键的记录会在最后一次可能的重试之前被删除。</translation>
    </message>
    <message>
        <source>A record of a key would be dropped before its last possible retry (%1).</source>
        <translation>幂等键的记录会在最后一次可能的重试之前被删除（%1）。</translation>
    </message>
    <message>
        <source>Keep the records longer, or shorten the retries.</source>
        <translation>请延长记录的保留时间，或缩短重试。</translation>
    </message>
    <message>
        <source>Key not registered</source>
        <translation>密钥未登记</translation>
    </message>
    <message>
        <source>No administrator has registered this key.</source>
        <translation>没有管理员登记过该密钥。</translation>
    </message>
    <message>
        <source>Let an administrator register its public half.</source>
        <translation>请管理员登记其公钥。</translation>
    </message>
    <message>
        <source>Not the owner</source>
        <translation>不是负责人</translation>
    </message>
    <message>
        <source>Only the owner of the incident takes its steps.</source>
        <translation>只有事件负责人可以推进步骤。</translation>
    </message>
    <message>
        <source>Only the owner of the incident takes its steps (owner: %1).</source>
        <translation>只有事件负责人可以推进步骤（负责人：%1）。</translation>
    </message>
    <message>
        <source>Take the incident over first; that is recorded.</source>
        <translation>请先接管该事件；接管会被记录。</translation>
    </message>
    <message>
        <source>An incident is open</source>
        <translation>已有未关闭的事件</translation>
    </message>
    <message>
        <source>There is an open incident about this already.</source>
        <translation>针对此项已有未关闭的事件。</translation>
    </message>
    <message>
        <source>There is an open incident about this already: %1.</source>
        <translation>针对此项已有未关闭的事件：%1。</translation>
    </message>
    <message>
        <source>Go on with that one.</source>
        <translation>请在那个事件中继续。</translation>
    </message>
    <message>
        <source>The gate does not hold</source>
        <translation>条件未满足</translation>
    </message>
    <message>
        <source>The next step needs something that is missing.</source>
        <translation>下一步所需的条件尚缺。</translation>
    </message>
    <message>
        <source>The next step needs something that is missing: %1.</source>
        <translation>下一步所需的条件尚缺：%1。</translation>
    </message>
    <message>
        <source>Do what is missing first; a step may go back, never be skipped.</source>
        <translation>请先补齐所缺条件；步骤可以退回，但不能跳过。</translation>
    </message>
    <message>
        <source>Already matched</source>
        <translation>已匹配</translation>
    </message>
    <message>
        <source>Name the record that belongs to this one, or leave the difference open.</source>
        <translation>请指明属于此差异的记录，或让差异保持未结。</translation>
    </message>
    <message>
        <source>It stands for money</source>
        <translation>它代表资金</translation>
    </message>
    <message>
        <source>A difference of this kind is not explained away by a record.</source>
        <translation>这类差异不能用一条记录解释掉。</translation>
    </message>
    <message>
        <source>Ask for a compensation or a correction.</source>
        <translation>请请求补偿或更正。</translation>
    </message>
    <message>
        <source>The record or the payment is matched already.</source>
        <translation>该记录或该付款已匹配。</translation>
    </message>
    <message>
        <source>The record or the payment is matched already, by request %1.</source>
        <translation>该记录或该付款已由请求 %1 匹配。</translation>
    </message>
</context>
<context>
    <name>RemedyCommand</name>
    <message>
        <source>%1 is no operation id.</source>
        <translation>%1 不是操作编号。</translation>
    </message>
    <message>
        <source>Evidence is named as statement:N, statement:N/ENTRY, call:N, callback:CHANNEL/EVENT or document:FILE.</source>
        <translation>证据写作 statement:N、statement:N/ENTRY、call:N、callback:CHANNEL/EVENT 或 document:FILE。</translation>
    </message>
    <message>
        <source>The file %1 cannot be read.</source>
        <translation>无法读取文件 %1。</translation>
    </message>
    <message>
        <source>An amount is written in minor units, a difference as its number.</source>
        <translation>金额以最小货币单位书写，差异以编号书写。</translation>
    </message>
    <message>
        <source>A difference is named by its number.</source>
        <translation>差异以编号指明。</translation>
    </message>
    <message>
        <source>A record is named as entry:N/ENTRY, message:KEY or difference:N.</source>
        <translation>记录写作 entry:N/ENTRY、message:KEY 或 difference:N。</translation>
    </message>
</context>
<context>
    <name>RemedyPlan</name>
    <message>
        <source>The bank has not answered yet: there is nothing unknown to decide.</source>
        <translation>银行尚未答复：还没有可裁定的未知结果。</translation>
    </message>
    <message>
        <source>Its outcome is known: there is nothing to decide.</source>
        <translation>结果已知：没有需要裁定的。</translation>
    </message>
    <message>
        <source>It makes another one good itself: compensate the original.</source>
        <translation>它本身就是对另一操作的补偿：请对原操作请求补偿。</translation>
    </message>
    <message>
        <source>It moves no money: there is nothing to make good.</source>
        <translation>它不移动资金：没有需要补偿的。</translation>
    </message>
    <message>
        <source>Its outcome is unknown: decide that first.</source>
        <translation>结果未知：请先裁定。</translation>
    </message>
    <message>
        <source>It had no effect: there is nothing to make good. A replay does it again.</source>
        <translation>它没有生效：没有需要补偿的。重做请用重放。</translation>
    </message>
    <message>
        <source>It makes another one good itself: it is asked for anew, not replaced.</source>
        <translation>它本身就是对另一操作的补偿：应重新请求，不能修订。</translation>
    </message>
    <message>
        <source>It took effect: replacing it would pay twice. Make it good instead.</source>
        <translation>它已生效：修订会重复付款。请改用补偿。</translation>
    </message>
    <message>
        <source>Its money was not given back: a replay does it again, under its own key.</source>
        <translation>资金尚未退回：请用重放以原键重做。</translation>
    </message>
    <message>
        <source>It has not failed for good.</source>
        <translation>它没有永久失败。</translation>
    </message>
    <message>
        <source>Only a contradiction is corrected: money found gone after the bank had refused it.</source>
        <translation>只有矛盾才可更正：银行拒绝之后却发现资金已付出。</translation>
    </message>
    <message>
        <source>It is resolved: nothing is to be booked any more.</source>
        <translation>已解决：不再需要入账。</translation>
    </message>
    <message>
        <source>%1 · %2 · %3</source>
        <comment>amount, type, state</comment>
        <translation>%1 · %2 · %3</translation>
    </message>
    <message>
        <source>%1 · to %2</source>
        <comment>amount, type and state; payee</comment>
        <translation>%1 · 付给 %2</translation>
    </message>
    <message>
        <source>No. %1: %2 · %3 · %4</source>
        <comment>number, answer, amount, reference</comment>
        <translation>第 %1 号：%2 · %3 · %4</translation>
    </message>
    <message>
        <source>no answer is on record</source>
        <translation>没有记录任何答复</translation>
    </message>
    <message>
        <source>Refund</source>
        <comment>compensation</comment>
        <translation>退款</translation>
    </message>
    <message>
        <source>Extension</source>
        <comment>compensation</comment>
        <translation>延期</translation>
    </message>
    <message>
        <source>Reversal</source>
        <comment>compensation</comment>
        <translation>冲正</translation>
    </message>
    <message>
        <source>What was charged is paid back, by an operation of its own that is sent to the bank.</source>
        <translation>以单独的操作退回已收款项，并发送给银行。</translation>
    </message>
    <message>
        <source>The subscription is paid for one more period; no money moves.</source>
        <translation>订阅延长一个周期，不移动资金。</translation>
    </message>
    <message>
        <source>What was paid out is claimed back from the merchant, by an operation of its own. It needs evidence.</source>
        <translation>以单独的操作向商户追回已付款项，必须有证据。</translation>
    </message>
    <message>
        <source>A recorded answer of the bank</source>
        <comment>evidence</comment>
        <translation>已记录的银行答复</translation>
    </message>
    <message>
        <source>A signed callback</source>
        <comment>evidence</comment>
        <translation>带签名的回调</translation>
    </message>
    <message>
        <source>An imported statement</source>
        <comment>evidence</comment>
        <translation>已导入的对账单</translation>
    </message>
    <message>
        <source>A document</source>
        <comment>evidence</comment>
        <translation>文件</translation>
    </message>
    <message>
        <source>&amp;Number of the recorded answer</source>
        <translation>已记录答复的编号(&amp;N)</translation>
    </message>
    <message>
        <source>Channel and eve&amp;nt: practice-bank/evt-17</source>
        <translation>渠道和事件：practice-bank/evt-17(&amp;N)</translation>
    </message>
    <message>
        <source>&amp;Number of the statement, or number/entry</source>
        <translation>对账单编号，或编号/条目(&amp;N)</translation>
    </message>
    <message>
        <source>Fi&amp;le of the document; its fingerprint is kept</source>
        <translation>文件路径，只保留其指纹(&amp;L)</translation>
    </message>
    <message>
        <source>It failed, but an answer says that it was executed: its difference is corrected first.</source>
        <translation>它已失败，但有答复称已执行：请先更正其差异。</translation>
    </message>
    <message>
        <source>It took effect: it is never sent again.</source>
        <translation>它已生效：绝不再次发送。</translation>
    </message>
    <message>
        <source>The bank has not answered yet: the engine asks and sends by itself.</source>
        <translation>银行尚未答复：引擎会自行询问和发送。</translation>
    </message>
    <message>
        <source>Its outcome is known: there is nothing to send again.</source>
        <translation>结果已知：没有需要再次发送的。</translation>
    </message>
    <message>
        <source>Its message is there: nothing is missing.</source>
        <translation>其消息存在：没有缺失。</translation>
    </message>
    <message>
        <source>It waits for no bank, so it lacks no message.</source>
        <translation>它不在等待银行，因此不缺消息。</translation>
    </message>
    <message>
        <source>It is about a run: a run is recovered, not put right.</source>
        <translation>它关于一次运行：运行用批次恢复，而非纠正。</translation>
    </message>
    <message>
        <source>It names no operation of ours.</source>
        <translation>它没有指明我方的操作。</translation>
    </message>
    <message>
        <source>It names no operation of ours: open the one that charged %1, and name difference %2 there.</source>
        <translation>它没有指明我方的操作：请打开对 %1 扣款的操作，并在那里填写差异 %2。</translation>
    </message>
    <message>
        <source>It stands for money or for a count, and no record explains that away.</source>
        <translation>它代表资金或笔数，没有记录能解释掉。</translation>
    </message>
    <message>
        <source>It is resolved: nothing is to be explained any more.</source>
        <translation>已解决：不再需要说明。</translation>
    </message>
    <message>
        <source>an answer says that it was executed; the page of the operation has them all</source>
        <translation>有答复称已执行；全部答复见该操作的页面</translation>
    </message>
    <message>
        <source>no answer says that it was executed; the page of the operation has them all</source>
        <translation>没有答复称已执行；全部答复见该操作的页面</translation>
    </message>
    <message>
        <source>A line of an imported statement</source>
        <comment>record</comment>
        <translation>已导入对账单的一条</translation>
    </message>
    <message>
        <source>A message of ours that the bank accepted</source>
        <comment>record</comment>
        <translation>我方一条已被银行接受的消息</translation>
    </message>
    <message>
        <source>Another difference: the other side of this one</source>
        <comment>record</comment>
        <translation>另一项差异：此差异的另一方</translation>
    </message>
    <message>
        <source>&amp;Key of the message</source>
        <translation>消息的键(&amp;K)</translation>
    </message>
    <message>
        <source>Statement and &amp;entry: 12/3</source>
        <translation>对账单和条目：12/3(&amp;E)</translation>
    </message>
    <message>
        <source>Number o&amp;f the other difference</source>
        <translation>另一项差异的编号(&amp;F)</translation>
    </message>
    <message>
        <source>Whether its message is missing is told on its own page.</source>
        <translation>其消息是否缺失，见该操作自己的页面。</translation>
    </message>
</context>
<context>
    <name>ReplayPlan</name>
    <message>
        <source>no operation: a run is triggered again instead</source>
        <translation>不是操作：应重新触发运行</translation>
    </message>
    <message>
        <source>it took effect: only a compensation makes it good</source>
        <translation>已生效：只能用补偿来弥补</translation>
    </message>
    <message>
        <source>the bank&apos;s answer is unknown: ask the bank first</source>
        <translation>银行答复未知：请先查询银行</translation>
    </message>
    <message>
        <source>its money was given back: only a revision replaces it</source>
        <translation>款项已退回：只能由修订替代</translation>
    </message>
    <message>
        <source>it has not failed for good</source>
        <translation>尚未最终失败</translation>
    </message>
    <message>
        <source>more than %1 at once</source>
        <translation>一次超过 %1 个</translation>
    </message>
    <message>
        <source>%1 picked, %2 in the plan · %3 · keys unchanged</source>
        <comment>counts, amounts</comment>
        <translation>已选 %1，计划中 %2 · %3 · 键不变</translation>
    </message>
    <message>
        <source>the same bytes are sent under the same key</source>
        <translation>以同一键发送相同的字节</translation>
    </message>
    <message>
        <source>it begins again under its original key</source>
        <translation>以原键重新开始</translation>
    </message>
    <message>
        <source>%1 × %2: %3</source>
        <comment>count, class, what a replay does</comment>
        <translation>%1 × %2：%3</translation>
    </message>
</context>
<context>
    <name>RequestCommand</name>
    <message>
        <source>Request %1 (%2): %3.</source>
        <translation>请求 %1（%2）：%3。</translation>
    </message>
    <message>
        <source>An approver decides until %1: onceoverctl requests %2</source>
        <translation>审批人须在 %1 前决定：onceoverctl requests %2</translation>
    </message>
    <message>
        <source>items %1, done %2, refused %3 · expires %4</source>
        <translation>项目 %1，完成 %2，拒绝 %3 · 到期 %4</translation>
    </message>
    <message>
        <source>plan %1</source>
        <translation>计划 %1</translation>
    </message>
    <message>
        <source>To approve: onceoverctl approve %1 --plan %2 --total %3</source>
        <translation>批准：onceoverctl approve %1 --plan %2 --total %3</translation>
    </message>
    <message>
        <source>%1 is no operation id.</source>
        <translation>%1 不是操作编号。</translation>
    </message>
    <message>
        <source>A dead letter is named by its number, as the list shows it.</source>
        <translation>死信以列表中显示的编号指定。</translation>
    </message>
    <message>
        <source>A policy is written job=all, job=latest or job=none.</source>
        <translation>策略写作 作业=all、作业=latest 或 作业=none。</translation>
    </message>
    <message>
        <source>A freeze is named by its number, as `onceoverctl freeze` shows it.</source>
        <translation>冻结以 `onceoverctl freeze` 显示的编号指定。</translation>
    </message>
    <message>
        <source>A request is named by its number, as `onceoverctl requests` shows it.</source>
        <translation>请求以 `onceoverctl requests` 显示的编号指定。</translation>
    </message>
    <message>
        <source>A request is named by its number.</source>
        <translation>请求以编号指定。</translation>
    </message>
    <message>
        <source>There is no request %1.</source>
        <translation>没有请求 %1。</translation>
    </message>
    <message>
        <source>No request was made.</source>
        <translation>没有提出过请求。</translation>
    </message>
</context>
<context>
    <name>RequestText</name>
    <message>
        <source>Requested</source>
        <comment>request</comment>
        <translation>待审批</translation>
    </message>
    <message>
        <source>A second person decides.</source>
        <comment>request</comment>
        <translation>由另一个人决定。</translation>
    </message>
    <message>
        <source>Approved</source>
        <comment>request</comment>
        <translation>已批准</translation>
    </message>
    <message>
        <source>Approved by a second person; the engine has not begun yet.</source>
        <comment>request</comment>
        <translation>已由另一个人批准；引擎尚未开始。</translation>
    </message>
    <message>
        <source>Executing</source>
        <comment>request</comment>
        <translation>执行中</translation>
    </message>
    <message>
        <source>The engine carries it out, item by item.</source>
        <comment>request</comment>
        <translation>引擎正逐项执行。</translation>
    </message>
    <message>
        <source>Executed, not yet verified</source>
        <comment>request</comment>
        <translation>已执行，尚未验证</translation>
    </message>
    <message>
        <source>Done; that it had the effect that was asked for is still watched.</source>
        <comment>request</comment>
        <translation>已完成；是否达到所求的效果仍在观察。</translation>
    </message>
    <message>
        <source>Partly</source>
        <comment>request</comment>
        <translation>部分完成</translation>
    </message>
    <message>
        <source>Some items were done, others refused: look at each.</source>
        <comment>request</comment>
        <translation>部分项已完成，其余被拒绝：请逐项查看。</translation>
    </message>
    <message>
        <source>Failed</source>
        <comment>request</comment>
        <translation>失败</translation>
    </message>
    <message>
        <source>Nothing of it could be done.</source>
        <comment>request</comment>
        <translation>没有一项能够完成。</translation>
    </message>
    <message>
        <source>Verified</source>
        <comment>request</comment>
        <translation>已验证</translation>
    </message>
    <message>
        <source>Done, and what it was for has come about.</source>
        <comment>request</comment>
        <translation>已完成，且所求之事已实现。</translation>
    </message>
    <message>
        <source>Rejected</source>
        <comment>request</comment>
        <translation>已驳回</translation>
    </message>
    <message>
        <source>A second person said no; nothing was done.</source>
        <comment>request</comment>
        <translation>另一个人否决了；没有做任何事。</translation>
    </message>
    <message>
        <source>Withdrawn</source>
        <comment>request</comment>
        <translation>已撤回</translation>
    </message>
    <message>
        <source>Who asked took it back; nothing was done.</source>
        <comment>request</comment>
        <translation>提出者已撤回；没有做任何事。</translation>
    </message>
    <message>
        <source>Expired</source>
        <comment>request</comment>
        <translation>已过期</translation>
    </message>
    <message>
        <source>Nobody decided, or carried it out, in time; nothing was done.</source>
        <comment>request</comment>
        <translation>未能及时决定或执行；没有做任何事。</translation>
    </message>
    <message>
        <source>Void</source>
        <comment>request</comment>
        <translation>已作废</translation>
    </message>
    <message>
        <source>A row of its plan moved; nothing was done.</source>
        <comment>request</comment>
        <translation>计划中有一行变动；没有做任何事。</translation>
    </message>
    <message>
        <source>Not yet</source>
        <comment>item</comment>
        <translation>尚未</translation>
    </message>
    <message>
        <source>Nothing was done about it so far.</source>
        <comment>item</comment>
        <translation>目前尚未处理。</translation>
    </message>
    <message>
        <source>Done</source>
        <comment>item</comment>
        <translation>完成</translation>
    </message>
    <message>
        <source>It was carried out.</source>
        <comment>item</comment>
        <translation>已执行。</translation>
    </message>
    <message>
        <source>Refused</source>
        <comment>item</comment>
        <translation>被拒绝</translation>
    </message>
    <message>
        <source>It was left alone, because a rule said no at the last moment.</source>
        <comment>item</comment>
        <translation>未予处理，因为最后时刻有规则不允许。</translation>
    </message>
    <message>
        <source>Answer unknown</source>
        <comment>item</comment>
        <translation>答复未知</translation>
    </message>
    <message>
        <source>Nobody knows yet whether it took effect.</source>
        <comment>item</comment>
        <translation>尚不知道是否已生效。</translation>
    </message>
    <message>
        <source>Acts of people</source>
        <comment>chain</comment>
        <translation>人员的行为</translation>
    </message>
    <message>
        <source>Every act of a person, done or refused, in its own chain.</source>
        <comment>chain</comment>
        <translation>人员的每个行为，无论完成或被拒绝，都在自己的链中。</translation>
    </message>
    <message>
        <source>System</source>
        <comment>chain</comment>
        <translation>系统</translation>
    </message>
    <message>
        <source>What the system itself wrote down: membership, lost history.</source>
        <comment>chain</comment>
        <translation>系统自己写下的内容：成员关系、丢失的历史。</translation>
    </message>
    <message>
        <source>A state that this program does not know: %1.</source>
        <translation>本程序不认识的状态：%1。</translation>
    </message>
    <message>
        <source>Replay</source>
        <comment>kind</comment>
        <translation>重放</translation>
    </message>
    <message>
        <source>begins again under its original key</source>
        <comment>effect</comment>
        <translation>以原键重新开始</translation>
    </message>
    <message>
        <source>Re-send</source>
        <comment>kind</comment>
        <translation>重新发送</translation>
    </message>
    <message>
        <source>sent again: same key, same bytes</source>
        <comment>effect</comment>
        <translation>再次发送：同一键，同样的字节</translation>
    </message>
    <message>
        <source>Resolve an unknown</source>
        <comment>kind</comment>
        <translation>处理未知</translation>
    </message>
    <message>
        <source>closed as the evidence says</source>
        <comment>effect</comment>
        <translation>按证据了结</translation>
    </message>
    <message>
        <source>Revision</source>
        <comment>kind</comment>
        <translation>修订</translation>
    </message>
    <message>
        <source>replaced by a new revision with the same items</source>
        <comment>effect</comment>
        <translation>由含相同条目的新修订替代</translation>
    </message>
    <message>
        <source>Correction</source>
        <comment>kind</comment>
        <translation>更正</translation>
    </message>
    <message>
        <source>corrected by an operation of its own</source>
        <comment>effect</comment>
        <translation>由单独的操作更正</translation>
    </message>
    <message>
        <source>Compensation</source>
        <comment>kind</comment>
        <translation>补偿</translation>
    </message>
    <message>
        <source>made good by a new operation tied to it</source>
        <comment>effect</comment>
        <translation>由与之关联的新操作弥补</translation>
    </message>
    <message>
        <source>Recovery plan</source>
        <comment>kind</comment>
        <translation>恢复计划</translation>
    </message>
    <message>
        <source>recovered as the plan says</source>
        <comment>effect</comment>
        <translation>按计划恢复</translation>
    </message>
    <message>
        <source>Batch recovery</source>
        <comment>kind</comment>
        <translation>批次恢复</translation>
    </message>
    <message>
        <source>its batch goes on</source>
        <comment>effect</comment>
        <translation>其批次继续</translation>
    </message>
    <message>
        <source>Lift a freeze</source>
        <comment>kind</comment>
        <translation>解除冻结</translation>
    </message>
    <message>
        <source>goes on</source>
        <comment>effect</comment>
        <translation>继续</translation>
    </message>
    <message>
        <source>Dismiss a dead letter</source>
        <comment>kind</comment>
        <translation>撤销死信</translation>
    </message>
    <message>
        <source>closed without doing anything</source>
        <comment>effect</comment>
        <translation>不做任何事即关闭</translation>
    </message>
    <message>
        <source>Match</source>
        <comment>kind</comment>
        <translation>匹配</translation>
    </message>
    <message>
        <source>matched with the other book</source>
        <comment>effect</comment>
        <translation>与对方账簿匹配</translation>
    </message>
    <message>
        <source>Missing message</source>
        <comment>kind</comment>
        <translation>缺失的消息</translation>
    </message>
    <message>
        <source>gets the message that it lacks</source>
        <comment>effect</comment>
        <translation>补上缺失的消息</translation>
    </message>
    <message>
        <source>Channel profile</source>
        <comment>kind</comment>
        <translation>渠道配置</translation>
    </message>
    <message>
        <source>sent by the new profile from now on</source>
        <comment>effect</comment>
        <translation>今后按新配置发送</translation>
    </message>
    <message>
        <source>Rollout</source>
        <comment>kind</comment>
        <translation>规则发布</translation>
    </message>
    <message>
        <source>settled by the new rule</source>
        <comment>effect</comment>
        <translation>按新规则结算</translation>
    </message>
    <message>
        <source>Beneficiary</source>
        <comment>kind</comment>
        <translation>收款人</translation>
    </message>
    <message>
        <source>paid to the new beneficiary from now on</source>
        <comment>effect</comment>
        <translation>今后付给新的收款人</translation>
    </message>
    <message>
        <source>Retention</source>
        <comment>kind</comment>
        <translation>保留期</translation>
    </message>
    <message>
        <source>kept as long as the new setting says</source>
        <comment>effect</comment>
        <translation>按新设置保留</translation>
    </message>
    <message>
        <source>To me</source>
        <comment>requests</comment>
        <translation>待我审批</translation>
    </message>
    <message>
        <source>Mine</source>
        <comment>requests</comment>
        <translation>我提出的</translation>
    </message>
    <message>
        <source>Open</source>
        <comment>requests</comment>
        <translation>进行中</translation>
    </message>
    <message>
        <source>Decided</source>
        <comment>requests</comment>
        <translation>已决定</translation>
    </message>
    <message>
        <source>sent: same key, same bytes</source>
        <comment>effect</comment>
        <translation>发送：同一键，同样的字节</translation>
    </message>
    <message>
        <source>as the plan says</source>
        <comment>effect</comment>
        <translation>按计划处理</translation>
    </message>
    <message>
        <source>If approved, %1 goes on: %2 operations, %3 messages and %4 runs are released, each job by its own policy.</source>
        <translation>若批准，%1 继续：释放操作 %2、消息 %3、运行 %4，各作业按各自的策略。</translation>
    </message>
    <message numerus="yes">
        <source>Money out at most: %1 to %n payee(s), under keys that were computed before.</source>
        <translation>
            <numerusform>最多付出：%1，付给 %n 个收款人，使用先前算出的键。</numerusform>
        </translation>
    </message>
    <message>
        <source>If approved, the letter is closed and nothing is done about it: %1 stay as they are.</source>
        <translation>若批准，该死信将关闭，不做任何处理：%1 保持原状。</translation>
    </message>
    <message>
        <source>About %1 in all.</source>
        <comment>amounts</comment>
        <translation>共涉及 %1。</translation>
    </message>
    <message>
        <source>If you do nothing: the request expires at %1 and the freeze stays in force.</source>
        <translation>若您不处理：请求将于 %1 过期，冻结继续生效。</translation>
    </message>
    <message>
        <source>If you do nothing: the request expires at %1, the letters stay open and no money moves.</source>
        <translation>若您不处理：请求将于 %1 过期，死信仍未处理，款项不动。</translation>
    </message>
    <message>
        <source>If you do nothing: the request expires at %1 and everything stays as it is.</source>
        <translation>若您不处理：请求将于 %1 过期，一切保持原状。</translation>
    </message>
    <message>
        <source>%1 of %2 rows changed since it was asked for: it cannot be approved any more. Ask %3 to renew it.</source>
        <comment>changed, all, person</comment>
        <translation>提出请求后，%2 行中有 %1 行变动：已不能批准。请让 %3 重新提出。</translation>
    </message>
    <message>
        <source>Type the total in %1</source>
        <translation>请输入 %1 的合计</translation>
    </message>
    <message>
        <source>Type the number of items</source>
        <translation>请输入项数</translation>
    </message>
    <message>
        <source>It is decided already: %1.</source>
        <comment>state</comment>
        <translation>已有决定：%1。</translation>
    </message>
    <message>
        <source>%1 decided it already: %2.</source>
        <comment>person, state</comment>
        <translation>%1 已作出决定：%2。</translation>
    </message>
    <message>
        <source>If approved, the message is made again under the key that was always its own. Money out at most: %1, once, whether an earlier one left or not.</source>
        <translation>批准后以其一直的键重新生成消息。最多付出：%1，仅一次，无论先前的是否已发出。</translation>
    </message>
    <message>
        <source>If you do nothing: the request expires at %1, nothing is sent and the money stays held.</source>
        <translation>若您不处理：请求将于 %1 过期，不发送任何内容，资金保持占用。</translation>
    </message>
    <message numerus="yes">
        <source>If approved, %n difference(s) are closed; no money moves and no state changes.</source>
        <translation>
            <numerusform>批准后关闭 %n 项差异；不动资金，不改状态。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>If you do nothing: the request expires at %1 and %n difference(s) stay open.</source>
        <translation>
            <numerusform>若您不处理：请求将于 %1 过期，%n 项差异保持未结。</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>RequestWork</name>
    <message>
        <source>in %1</source>
        <comment>age</comment>
        <translation>%1后</translation>
    </message>
    <message>
        <source>expired</source>
        <translation>已过期</translation>
    </message>
    <message>
        <source>Request</source>
        <comment>column</comment>
        <translation>请求</translation>
    </message>
    <message>
        <source>Its number; a person names it by it.</source>
        <translation>编号；用它来称呼这个请求。</translation>
    </message>
    <message>
        <source>Kind</source>
        <comment>column</comment>
        <translation>类型</translation>
    </message>
    <message>
        <source>What is asked for.</source>
        <translation>所请求的事。</translation>
    </message>
    <message>
        <source>Items</source>
        <comment>column</comment>
        <translation>项数</translation>
    </message>
    <message>
        <source>How many rows its plan names.</source>
        <translation>计划涉及多少行。</translation>
    </message>
    <message>
        <source>Amounts</source>
        <comment>column</comment>
        <translation>金额</translation>
    </message>
    <message>
        <source>Over all items, per currency.</source>
        <translation>所有项之和，按币种。</translation>
    </message>
    <message>
        <source>Asked by</source>
        <comment>column</comment>
        <translation>提出者</translation>
    </message>
    <message>
        <source>Who asked; somebody else decides.</source>
        <translation>提出请求的人；由别人决定。</translation>
    </message>
    <message>
        <source>Reason</source>
        <comment>column</comment>
        <translation>原因</translation>
    </message>
    <message>
        <source>What the person who asked said.</source>
        <translation>提出者所说的原因。</translation>
    </message>
    <message>
        <source>Age</source>
        <comment>column</comment>
        <translation>已过</translation>
    </message>
    <message>
        <source>Since it was asked for.</source>
        <translation>自提出以来。</translation>
    </message>
    <message>
        <source>Expires</source>
        <comment>column</comment>
        <translation>过期</translation>
    </message>
    <message>
        <source>When it ends by itself if nobody decides.</source>
        <translation>无人决定时自行结束的时间。</translation>
    </message>
    <message>
        <source>Plan</source>
        <comment>column</comment>
        <translation>计划</translation>
    </message>
    <message>
        <source>The first of its hash; who approves names the plan that was read.</source>
        <translation>哈希的开头；批准者指明所读的计划。</translation>
    </message>
    <message>
        <source>Ticket</source>
        <comment>column</comment>
        <translation>工单</translation>
    </message>
    <message>
        <source>Where it is written up.</source>
        <translation>记录它的地方。</translation>
    </message>
    <message>
        <source>State</source>
        <comment>column</comment>
        <translation>状态</translation>
    </message>
    <message>
        <source>Requested, approved, executed, verified, or ended without effect.</source>
        <translation>待审批、已批准、已执行、已验证，或未生效而结束。</translation>
    </message>
    <message>
        <source>Decided by</source>
        <comment>column</comment>
        <translation>决定者</translation>
    </message>
    <message>
        <source>Who approved or rejected it.</source>
        <translation>批准或驳回它的人。</translation>
    </message>
    <message>
        <source>Decided</source>
        <comment>column</comment>
        <translation>决定于</translation>
    </message>
    <message>
        <source>When it was decided.</source>
        <translation>作出决定的时间。</translation>
    </message>
    <message>
        <source>Approvals</source>
        <comment>page</comment>
        <translation>审批</translation>
    </message>
    <message>
        <source>One person asks, another decides, the engine carries it out. Nothing is ever deleted.</source>
        <translation>一人提出，另一人决定，由引擎执行。任何记录都不会删除。</translation>
    </message>
    <message>
        <source>No request</source>
        <translation>没有请求</translation>
    </message>
    <message>
        <source>Nobody has asked for anything that needs a second person.</source>
        <translation>没有人提出需要另一个人决定的事。</translation>
    </message>
    <message>
        <source>What this means</source>
        <translation>含义</translation>
    </message>
    <message>
        <source>Reason</source>
        <translation>原因</translation>
    </message>
    <message>
        <source>Ticket</source>
        <translation>工单</translation>
    </message>
    <message>
        <source>Asked for</source>
        <translation>提出于</translation>
    </message>
    <message>
        <source>Expires</source>
        <translation>过期</translation>
    </message>
    <message>
        <source>Decided by</source>
        <translation>决定者</translation>
    </message>
    <message>
        <source>Decided</source>
        <translation>决定于</translation>
    </message>
    <message>
        <source>What they said</source>
        <translation>其说明</translation>
    </message>
    <message>
        <source>Plan</source>
        <translation>计划</translation>
    </message>
    <message>
        <source>Items</source>
        <translation>项数</translation>
    </message>
    <message>
        <source>%1 done, %2 refused of %3</source>
        <translation>共 %3 项：完成 %1，被拒绝 %2</translation>
    </message>
</context>
<context>
    <name>RevealCommand</name>
    <message>
        <source>Beneficiary: %1, account %2, country %3</source>
        <translation>收款人：%1，账号 %2，国家 %3</translation>
    </message>
    <message>
        <source>Payload: %1</source>
        <translation>报文：%1</translation>
    </message>
    <message>
        <source>That you looked, and why, is in the audit.</source>
        <translation>您查看过以及原因已记入审计。</translation>
    </message>
    <message>
        <source>An operation is named by its id, as lists show it.</source>
        <translation>操作以列表中显示的编号指明。</translation>
    </message>
</context>
<context>
    <name>RolloutText</name>
    <message>
        <source>Version %1 begins: %2</source>
        <comment>rules, stage</comment>
        <translation>版本 %1 开始：%2</translation>
    </message>
    <message>
        <source>Forward: %1</source>
        <comment>stage</comment>
        <translation>前进：%1</translation>
    </message>
    <message>
        <source>For others: %1</source>
        <comment>stage</comment>
        <translation>更换对象：%1</translation>
    </message>
    <message>
        <source>Back: %1</source>
        <comment>stage</comment>
        <translation>后退：%1</translation>
    </message>
    <message>
        <source>It plans and computes; what it would have done is written down, and nothing of it is claimed or sent.</source>
        <translation>它只计划和计算：本应做的会被记录，但既不认领也不发送。</translation>
    </message>
    <message>
        <source>It takes effect for the merchants and channels that are named, and for nobody else.</source>
        <translation>仅对指明的商户和渠道生效，对其他一概不生效。</translation>
    </message>
    <message>
        <source>It takes effect for everybody.</source>
        <translation>对所有对象生效。</translation>
    </message>
    <message>
        <source>This job has no batch: its rules are not moved in stages.</source>
        <translation>该作业没有批次：其规则不分阶段推进。</translation>
    </message>
    <message>
        <source>Request %1 about its rules is open.</source>
        <translation>关于其规则的请求 %1 尚未决定。</translation>
    </message>
    <message>
        <source>runs that have begun</source>
        <translation>已开始的运行</translation>
    </message>
    <message>
        <source>open dead letters</source>
        <translation>未处理的死信</translation>
    </message>
    <message>
        <source>effects produced since its first stage</source>
        <translation>自首个阶段以来产生的效果</translation>
    </message>
    <message>
        <source>open operations: %1</source>
        <comment>state</comment>
        <translation>未完成的操作：%1</translation>
    </message>
    <message>
        <source>more than %1</source>
        <translation>超过 %1</translation>
    </message>
    <message>
        <source>%1: %2, %3</source>
        <comment>what, count, amount</comment>
        <translation>%1：%2，%3</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>what, count</comment>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>nothing: nothing of it is open, and nothing of it took effect</source>
        <translation>无：没有未完成的，也没有已生效的</translation>
    </message>
</context>
<context>
    <name>RolloutWork</name>
    <message>
        <source>A later version in stage full has taken its place.</source>
        <translation>已被处于“全部”阶段的更新版本取代。</translation>
    </message>
    <message>
        <source>everybody</source>
        <translation>所有对象</translation>
    </message>
    <message>
        <source>nobody</source>
        <translation>无</translation>
    </message>
    <message>
        <source>as the job began</source>
        <translation>自作业建立时起</translation>
    </message>
    <message>
        <source>%1, approved by %2</source>
        <comment>persons</comment>
        <translation>%1，由 %2 批准</translation>
    </message>
    <message>
        <source>more than %1</source>
        <translation>超过 %1</translation>
    </message>
    <message>
        <source>Open operations that are neither claimed nor sent while it is in this stage.</source>
        <translation>处于该阶段期间既不认领也不发送的未完成操作。</translation>
    </message>
    <message>
        <source>Job</source>
        <comment>column</comment>
        <translation>作业</translation>
    </message>
    <message>
        <source>The job whose rules these are.</source>
        <translation>这些规则所属的作业。</translation>
    </message>
    <message>
        <source>Rules</source>
        <comment>column</comment>
        <translation>规则</translation>
    </message>
    <message>
        <source>Version of the rules. The job plans by its newest that takes effect.</source>
        <translation>规则的版本。作业按最新的生效版本计划。</translation>
    </message>
    <message>
        <source>The job plans by this version.</source>
        <translation>作业按此版本计划。</translation>
    </message>
    <message>
        <source>Stage</source>
        <comment>column</comment>
        <translation>阶段</translation>
    </message>
    <message>
        <source>Observe, then limited, then full; two persons move it.</source>
        <translation>先观察，再限定范围，然后全部；推进需要两个人。</translation>
    </message>
    <message>
        <source>Takes effect for</source>
        <comment>column</comment>
        <translation>生效对象</translation>
    </message>
    <message>
        <source>Whom the stage lets it settle for.</source>
        <translation>该阶段允许为谁结算。</translation>
    </message>
    <message>
        <source>Since</source>
        <comment>column</comment>
        <translation>起始时间</translation>
    </message>
    <message>
        <source>When it entered this stage.</source>
        <translation>进入该阶段的时间。</translation>
    </message>
    <message>
        <source>Held</source>
        <comment>column</comment>
        <translation>被拦住</translation>
    </message>
    <message>
        <source>Open operations that the stage keeps back, as a freeze would.</source>
        <translation>该阶段像冻结一样扣住的未完成操作。</translation>
    </message>
    <message>
        <source>Took effect</source>
        <comment>column</comment>
        <translation>已生效</translation>
    </message>
    <message>
        <source>Operations that succeeded, over its newest 400 batches.</source>
        <translation>最近 400 个批次中成功的操作。</translation>
    </message>
    <message>
        <source>Failed</source>
        <comment>column</comment>
        <translation>失败</translation>
    </message>
    <message>
        <source>Operations that failed for good, over its newest 400 batches.</source>
        <translation>最近 400 个批次中永久失败的操作。</translation>
    </message>
    <message>
        <source>Findings</source>
        <comment>column</comment>
        <translation>发现</translation>
    </message>
    <message>
        <source>What it would have done that did not take effect.</source>
        <translation>本应执行但没有生效的内容。</translation>
    </message>
    <message>
        <source>Moved by</source>
        <comment>column</comment>
        <translation>推进人</translation>
    </message>
    <message>
        <source>Who asked for this stage, and who approved it.</source>
        <translation>由谁请求该阶段，由谁批准。</translation>
    </message>
    <message>
        <source>Rollout</source>
        <comment>page</comment>
        <translation>放量</translation>
    </message>
    <message>
        <source>New rules observe first, then take effect for a few, then for everybody. Each step takes two persons.</source>
        <translation>新规则先观察，再对少数对象生效，最后对所有对象生效。每一步都需要两个人。</translation>
    </message>
    <message>
        <source>No rules</source>
        <translation>没有规则</translation>
    </message>
    <message>
        <source>No job is configured: no rules are known.</source>
        <translation>没有配置作业：没有已知的规则。</translation>
    </message>
    <message>
        <source>What this stage means</source>
        <translation>该阶段的含义</translation>
    </message>
    <message>
        <source>Takes effect for</source>
        <translation>生效对象</translation>
    </message>
    <message>
        <source>Since</source>
        <translation>起始时间</translation>
    </message>
    <message>
        <source>Moved by</source>
        <translation>推进人</translation>
    </message>
    <message>
        <source>Its work</source>
        <translation>工作量</translation>
    </message>
    <message>
        <source>open %1, held %2, took effect %3, failed %4</source>
        <comment>counts</comment>
        <translation>未完成 %1，被拦住 %2，已生效 %3，失败 %4</translation>
    </message>
    <message>
        <source>Findings</source>
        <translation>发现</translation>
    </message>
    <message>
        <source>%1 operations that it would have settled did not take effect</source>
        <translation>有 %1 个本应结算的操作没有生效</translation>
    </message>
    <message>
        <source>System</source>
        <translation>系统</translation>
    </message>
    <message>
        <source>taken over %1, open alerts of the job %2</source>
        <comment>counts</comment>
        <translation>接管 %1 次，该作业未关闭的告警 %2</translation>
    </message>
    <message>
        <source>Going back must deal with</source>
        <translation>后退时需要处理</translation>
    </message>
    <message>
        <source>Open request</source>
        <translation>未决定的请求</translation>
    </message>
    <message>
        <source>1 operation that it would have settled did not take effect</source>
        <translation>有 1 个它本会结算的操作未生效</translation>
    </message>
</context>
<context>
    <name>RowTableModel</name>
    <message>
        <source>%1
Source: %2</source>
        <comment>definition, SQL source</comment>
        <translation>%1
来源：%2</translation>
    </message>
</context>
<context>
    <name>RunTables</name>
    <message>
        <source>At</source>
        <comment>column</comment>
        <translation>时间</translation>
    </message>
    <message>
        <source>When the trigger was written down.</source>
        <translation>触发被记录的时间。</translation>
    </message>
    <message>
        <source>Source</source>
        <comment>column</comment>
        <translation>来源</translation>
    </message>
    <message>
        <source>Schedule, a person, catch-up of a missed time, or an approved replay.</source>
        <translation>计划、人员、补跑错过的时间，或经批准的重放。</translation>
    </message>
    <message>
        <source>By</source>
        <comment>column</comment>
        <translation>请求者</translation>
    </message>
    <message>
        <source>Who asked.</source>
        <translation>由谁请求。</translation>
    </message>
    <message>
        <source>Scheduled for</source>
        <comment>column</comment>
        <translation>计划时间</translation>
    </message>
    <message>
        <source>The instant of the schedule; none for a person&apos;s request.</source>
        <translation>计划的时刻；人员的请求没有此项。</translation>
    </message>
    <message>
        <source>Led to</source>
        <comment>column</comment>
        <translation>结果</translation>
    </message>
    <message>
        <source>Many triggers may lead to one run; only one creates it.</source>
        <translation>多次触发可指向一次运行；只有一次会创建它。</translation>
    </message>
    <message>
        <source>Request</source>
        <comment>column</comment>
        <translation>请求号</translation>
    </message>
    <message>
        <source>The id of a person&apos;s request; repeating it is one request.</source>
        <translation>人员请求的编号；重复使用即为同一请求。</translation>
    </message>
    <message>
        <source>Attempt at</source>
        <comment>column</comment>
        <translation>尝试对象</translation>
    </message>
    <message>
        <source>The run (its enumeration by the scheduler), or one shard of it.</source>
        <translation>运行（由调度器枚举），或其中一个分片。</translation>
    </message>
    <message>
        <source>shard %1</source>
        <translation>分片 %1</translation>
    </message>
    <message>
        <source>the run</source>
        <translation>运行</translation>
    </message>
    <message>
        <source>No.</source>
        <comment>column</comment>
        <translation>序号</translation>
    </message>
    <message>
        <source>Which try it was.</source>
        <translation>第几次尝试。</translation>
    </message>
    <message>
        <source>State</source>
        <comment>column</comment>
        <translation>状态</translation>
    </message>
    <message>
        <source>How it ended. Lost is written by the worker that took over.</source>
        <translation>结束方式。“已丢失”由接手的工作进程写入。</translation>
    </message>
    <message>
        <source>Worker</source>
        <comment>column</comment>
        <translation>工作进程</translation>
    </message>
    <message>
        <source>The incarnation that tried.</source>
        <translation>进行尝试的工作进程。</translation>
    </message>
    <message>
        <source>Started</source>
        <comment>column</comment>
        <translation>开始时间</translation>
    </message>
    <message>
        <source>By the database&apos;s clock.</source>
        <translation>以数据库时钟为准。</translation>
    </message>
    <message>
        <source>Ended</source>
        <comment>column</comment>
        <translation>结束时间</translation>
    </message>
    <message>
        <source>Empty while it is under way.</source>
        <translation>进行中为空。</translation>
    </message>
    <message>
        <source>Rows</source>
        <comment>column</comment>
        <translation>行数</translation>
    </message>
    <message>
        <source>Rows that it changed.</source>
        <translation>所更改的行数。</translation>
    </message>
    <message>
        <source>Outcome</source>
        <comment>column</comment>
        <translation>结果</translation>
    </message>
    <message>
        <source>What it said at its end, and its error if it had one.</source>
        <translation>结束时的说明，以及错误（如有）。</translation>
    </message>
    <message>
        <source>Shard</source>
        <comment>column</comment>
        <translation>分片</translation>
    </message>
    <message>
        <source>Number of the range, from 0.</source>
        <translation>区间编号，从 0 开始。</translation>
    </message>
    <message>
        <source>Buckets</source>
        <comment>column</comment>
        <translation>桶</translation>
    </message>
    <message>
        <source>Buckets of the range, first to last. The range is in the query and is written down.</source>
        <translation>区间内的桶，从首到尾。区间写在查询中并有记录。</translation>
    </message>
    <message>
        <source>Enumerated: counted from its inputs. Done: every operation is accepted.</source>
        <translation>已枚举：由输入计数得出。已完成：每笔操作均已认可。</translation>
    </message>
    <message>
        <source>Expected</source>
        <comment>column</comment>
        <translation>应有</translation>
    </message>
    <message>
        <source>Operations counted from the inputs.</source>
        <translation>由输入计数得出的操作数。</translation>
    </message>
    <message>
        <source>Actual</source>
        <comment>column</comment>
        <translation>实有</translation>
    </message>
    <message>
        <source>Operations that exist.</source>
        <translation>实际存在的操作数。</translation>
    </message>
    <message>
        <source>Succeeded</source>
        <comment>column</comment>
        <translation>成功</translation>
    </message>
    <message>
        <source>Of them succeeded.</source>
        <translation>其中成功的操作数。</translation>
    </message>
    <message>
        <source>%1 / %2</source>
        <comment>succeeded of actual</comment>
        <translation>%1 / %2</translation>
    </message>
    <message>
        <source>Expected amount</source>
        <comment>column</comment>
        <translation>应有金额</translation>
    </message>
    <message>
        <source>Sums of the inputs, per currency.</source>
        <translation>输入合计，按币种分列。</translation>
    </message>
    <message>
        <source>Actual amount</source>
        <comment>column</comment>
        <translation>实有金额</translation>
    </message>
    <message>
        <source>Sums of the operations, per currency.</source>
        <translation>操作合计，按币种分列。</translation>
    </message>
</context>
<context>
    <name>RunWork</name>
    <message>
        <source>%1 of %2</source>
        <comment>succeeded, all</comment>
        <translation>%1/%2</translation>
    </message>
    <message>
        <source>That local time does not exist that day; it was shifted by the length of the gap.</source>
        <translation>当天没有这个本地时间；已按跳过的时长后移。</translation>
    </message>
    <message>
        <source>That local time comes twice that day; this is the first one.</source>
        <translation>当天这个本地时间出现两次；这是第一次。</translation>
    </message>
    <message>
        <source>That local time comes twice that day; this is the second one.</source>
        <translation>当天这个本地时间出现两次；这是第二次。</translation>
    </message>
    <message>
        <source>shard %1</source>
        <translation>分片 %1</translation>
    </message>
    <message>
        <source>the run</source>
        <translation>整个运行</translation>
    </message>
    <message>
        <source>yes</source>
        <comment>overlaps</comment>
        <translation>是</translation>
    </message>
    <message>
        <source>Another worker tried this shard meanwhile. The version decides whose work counts.</source>
        <translation>同时有另一个工作进程尝试此分片。由版本决定谁的工作有效。</translation>
    </message>
    <message>
        <source>Run</source>
        <comment>column</comment>
        <translation>运行</translation>
    </message>
    <message>
        <source>The run key: one planned occurrence of a job for one business period.</source>
        <translation>运行键：作业在一个业务周期的一次计划运行。</translation>
    </message>
    <message>
        <source>State</source>
        <comment>column</comment>
        <translation>状态</translation>
    </message>
    <message>
        <source>Where the run stands.</source>
        <translation>运行的状态。</translation>
    </message>
    <message>
        <source>Scheduled for</source>
        <comment>column</comment>
        <translation>计划时间</translation>
    </message>
    <message>
        <source>The instant that the schedule gave; none for a run that a person asked for.</source>
        <translation>计划给出的时刻；人工触发的运行没有。</translation>
    </message>
    <message>
        <source>Triggered</source>
        <comment>column</comment>
        <translation>触发</translation>
    </message>
    <message>
        <source>Reasons to run that led here; many may lead to one run.</source>
        <translation>导致此运行的触发次数；多次触发可能只有一次运行。</translation>
    </message>
    <message>
        <source>Executed</source>
        <comment>column</comment>
        <translation>执行</translation>
    </message>
    <message>
        <source>Tries at the run itself; shards have their own.</source>
        <translation>对运行本身的尝试；分片另计。</translation>
    </message>
    <message>
        <source>Took effect</source>
        <comment>column</comment>
        <translation>生效</translation>
    </message>
    <message>
        <source>Operations of its batch that succeeded, of all.</source>
        <translation>其批次中成功的操作数/总数。</translation>
    </message>
    <message>
        <source>Lost</source>
        <comment>column</comment>
        <translation>失联</translation>
    </message>
    <message>
        <source>Attempts whose worker vanished or was fenced.</source>
        <translation>工作进程失联或被隔离的尝试数。</translation>
    </message>
    <message>
        <source>End</source>
        <comment>column</comment>
        <translation>结束</translation>
    </message>
    <message>
        <source>When it ended.</source>
        <translation>结束的时间。</translation>
    </message>
    <message>
        <source>Took</source>
        <comment>column</comment>
        <translation>耗时</translation>
    </message>
    <message>
        <source>From its start to its end, or until now.</source>
        <translation>从开始到结束，或到现在。</translation>
    </message>
    <message>
        <source>Batch</source>
        <comment>column</comment>
        <translation>批次</translation>
    </message>
    <message>
        <source>State of the batch that it settles.</source>
        <translation>所结算批次的状态。</translation>
    </message>
    <message>
        <source>Job</source>
        <comment>column</comment>
        <translation>作业</translation>
    </message>
    <message>
        <source>The recurring duty.</source>
        <translation>周期性任务。</translation>
    </message>
    <message>
        <source>Business date</source>
        <comment>column</comment>
        <translation>业务日期</translation>
    </message>
    <message>
        <source>The period&apos;s date.</source>
        <translation>周期的日期。</translation>
    </message>
    <message>
        <source>Grade</source>
        <comment>column</comment>
        <translation>等级</translation>
    </message>
    <message>
        <source>P0: money. P1: everything else.</source>
        <translation>P0：资金。P1：其他一切。</translation>
    </message>
    <message>
        <source>Runs</source>
        <comment>page</comment>
        <translation>运行</translation>
    </message>
    <message>
        <source>No runs yet</source>
        <translation>还没有运行</translation>
    </message>
    <message>
        <source>The scheduler makes one when a job is due; a person may trigger one.</source>
        <translation>作业到期时由调度器建立；也可人工触发。</translation>
    </message>
    <message>
        <source>Why it stands so</source>
        <translation>状态原因</translation>
    </message>
    <message>
        <source>Clock on the wall</source>
        <translation>当地时间</translation>
    </message>
    <message>
        <source>%1 in %2</source>
        <translation>%1（%2）</translation>
    </message>
    <message>
        <source>Summer time</source>
        <translation>夏令时</translation>
    </message>
    <message>
        <source>Onces</source>
        <translation>三个“一次”</translation>
    </message>
    <message>
        <source>triggered %1 · executed %2 · took effect %3</source>
        <translation>触发 %1 · 执行 %2 · 生效 %3</translation>
    </message>
    <message>
        <source>Attempts at shards</source>
        <translation>分片尝试</translation>
    </message>
    <message>
        <source>Lost or fenced</source>
        <translation>失联或被隔离</translation>
    </message>
    <message>
        <source>Scheduled for</source>
        <translation>计划时间</translation>
    </message>
    <message>
        <source>Made</source>
        <translation>建立于</translation>
    </message>
    <message>
        <source>Began</source>
        <translation>开始</translation>
    </message>
    <message>
        <source>Ended</source>
        <translation>结束</translation>
    </message>
    <message>
        <source>Grade</source>
        <translation>等级</translation>
    </message>
    <message>
        <source>The run that was tried.</source>
        <translation>所尝试的运行。</translation>
    </message>
    <message>
        <source>Attempt at</source>
        <comment>column</comment>
        <translation>尝试对象</translation>
    </message>
    <message>
        <source>The run (its enumeration by the scheduler), or one shard of it.</source>
        <translation>运行（由调度器枚举）或其中一个分片。</translation>
    </message>
    <message>
        <source>No.</source>
        <comment>column</comment>
        <translation>编号</translation>
    </message>
    <message>
        <source>Which try it was.</source>
        <translation>第几次尝试。</translation>
    </message>
    <message>
        <source>Worker</source>
        <comment>column</comment>
        <translation>工作进程</translation>
    </message>
    <message>
        <source>The incarnation that tried.</source>
        <translation>执行尝试的工作进程。</translation>
    </message>
    <message>
        <source>How it ended. Lost is written by the worker that took over.</source>
        <translation>怎样结束。失联由接管者记录。</translation>
    </message>
    <message>
        <source>Start</source>
        <comment>column</comment>
        <translation>开始</translation>
    </message>
    <message>
        <source>When it began. The list is in this order, newest first.</source>
        <translation>开始的时间。列表按此排序，最新的在前。</translation>
    </message>
    <message>
        <source>Rows</source>
        <comment>column</comment>
        <translation>行数</translation>
    </message>
    <message>
        <source>What it changed.</source>
        <translation>改动的行数。</translation>
    </message>
    <message>
        <source>Overlaps</source>
        <comment>column</comment>
        <translation>重叠</translation>
    </message>
    <message>
        <source>Another worker tried the same shard at the same time; the fence lets only one of them have an effect.</source>
        <translation>同时有另一个工作进程尝试同一分片；隔离令牌只让其中一个生效。</translation>
    </message>
    <message>
        <source>Error</source>
        <comment>column</comment>
        <translation>错误</translation>
    </message>
    <message>
        <source>What went wrong, in the words of whoever said it.</source>
        <translation>出错的原话。</translation>
    </message>
    <message>
        <source>Attempts</source>
        <comment>page</comment>
        <translation>尝试</translation>
    </message>
    <message>
        <source>No attempts</source>
        <translation>没有尝试</translation>
    </message>
    <message>
        <source>Attempts are kept for 30 days after the end of their run.</source>
        <translation>尝试记录在运行结束后保留 30 天。</translation>
    </message>
    <message>
        <source>At the same time</source>
        <translation>同时</translation>
    </message>
    <message>
        <source>Outcome</source>
        <translation>结果</translation>
    </message>
    <message>
        <source>Error</source>
        <translation>错误</translation>
    </message>
    <message>
        <source>Worker</source>
        <translation>工作进程</translation>
    </message>
    <message>
        <source>Rows</source>
        <translation>行数</translation>
    </message>
    <message>
        <source>Batch</source>
        <translation>批次</translation>
    </message>
    <message>
        <source>fenced</source>
        <comment>mark</comment>
        <translation>已隔离</translation>
    </message>
    <message>
        <source>heartbeat lost</source>
        <comment>mark</comment>
        <translation>心跳丢失</translation>
    </message>
    <message>
        <source>taken over</source>
        <comment>mark</comment>
        <translation>已被接手</translation>
    </message>
</context>
<context>
    <name>SandboxCommand</name>
    <message>
        <source>%1 · %2 · %3</source>
        <translation>%1 · %2 · %3</translation>
    </message>
    <message>
        <source>no database</source>
        <translation>没有数据库</translation>
    </message>
    <message>
        <source>It was running already.</source>
        <translation>已在运行。</translation>
    </message>
    <message>
        <source>It runs.</source>
        <translation>正在运行。</translation>
    </message>
    <message>
        <source>Its days are not settled up to now yet: `onceoverctl sandbox fill` lets the engine do that.</source>
        <translation>尚未结算到当前日期：`onceoverctl sandbox fill` 让引擎完成。</translation>
    </message>
    <message>
        <source>day %1 of %2 · %3 · triggered %4 / executed %5 / took effect %6</source>
        <translation>第 %1 天，共 %2 天 · %3 · 触发 %4 / 执行 %5 / 生效 %6</translation>
    </message>
    <message>
        <source>%1 days settled in %2: %3 operations, %4 attempts, %5 effects.</source>
        <translation>已结算 %1 天，用时 %2：%3 笔操作，%4 次尝试，%5 次生效。</translation>
    </message>
    <message>
        <source>It does not run; `onceoverctl sandbox start` starts it.</source>
        <translation>未在运行；用 `onceoverctl sandbox start` 启动。</translation>
    </message>
    <message>
        <source>There is none; `onceoverctl sandbox start` makes one.</source>
        <translation>不存在；用 `onceoverctl sandbox start` 创建。</translation>
    </message>
    <message>
        <source>The practice bank calls back at %1.</source>
        <translation>练习银行的回调地址为 %1。</translation>
    </message>
    <message>
        <source>Write the instant in UTC, such as 2026-10-26T10:30:00Z, or now.</source>
        <translation>请用 UTC 填写时刻，例如 2026-10-26T10:30:00Z，或 now。</translation>
    </message>
    <message>
        <source>Practice time is %1 now.</source>
        <translation>练习时间现为 %1。</translation>
    </message>
    <message>
        <source>It is stopped; its data stays.</source>
        <translation>已停止；数据保留。</translation>
    </message>
    <message>
        <source>It is stopped and removed.</source>
        <translation>已停止并删除。</translation>
    </message>
    <message>
        <source> · %1: %2 wait for a person</source>
        <translation> · %1：%2 等待人工处理</translation>
    </message>
    <message>
        <source>%1 · %2 (process %3) was ended by SIGKILL while it held %4 operations</source>
        <translation>%1 · %2（进程 %3）持有 %4 个操作时被 SIGKILL 终止</translation>
    </message>
    <message>
        <source>%1 by %2</source>
        <translation>%2 接手 %1 个</translation>
    </message>
    <message>
        <source>  taken over after %1 s: %2 · attempts written LOST: %3 · took effect exactly once, by the bank&apos;s own book: %4 of %5</source>
        <translation>  %1 秒后被接手：%2 · 记为丢失的尝试：%3 · 据银行自己的账簿恰好生效一次：%5 个中 %4 个</translation>
    </message>
    <message>
        <source>Waiting for a person: %1 dead letters, %2 of them unknown; %3 batches PARTIAL, %4 differences open.</source>
        <translation>等待人工处理：死信 %1 封，其中结果未知 %2 封；部分完成的批次 %3 个，未解决的差异 %4 个。</translation>
    </message>
</context>
<context>
    <name>ScheduleText</name>
    <message>
        <source>moved out of the hour that the clock change leaves out</source>
        <translation>移出因调钟而缺失的时段</translation>
    </message>
    <message>
        <source>first pass of a time that comes twice</source>
        <translation>重复时间的第一次</translation>
    </message>
    <message>
        <source>second pass of a time that comes twice</source>
        <translation>重复时间的第二次</translation>
    </message>
    <message>
        <source>one run per business day</source>
        <translation>每个业务日运行一次</translation>
    </message>
    <message>
        <source>one run per week</source>
        <translation>每周运行一次</translation>
    </message>
    <message>
        <source>one run per month</source>
        <translation>每月运行一次</translation>
    </message>
    <message>
        <source>one run per planned time</source>
        <translation>每个计划时间运行一次</translation>
    </message>
    <message>
        <source>all are caught up, the oldest first</source>
        <translation>全部补跑，从最早的开始</translation>
    </message>
    <message>
        <source>the newest is caught up, the others are skipped and listed</source>
        <translation>只补跑最新的一次，其余跳过并列出</translation>
    </message>
    <message>
        <source>all are skipped and listed</source>
        <translation>全部跳过并列出</translation>
    </message>
    <message>
        <source>observes only</source>
        <translation>仅观察</translation>
    </message>
    <message>
        <source>limited scope</source>
        <translation>限定范围</translation>
    </message>
    <message>
        <source>full</source>
        <translation>全面</translation>
    </message>
    <message>
        <source>not planned: %1</source>
        <translation>未排定：%1</translation>
    </message>
    <message>
        <source>no scheduler has looked yet</source>
        <translation>尚无调度器查看过</translation>
    </message>
    <message>
        <source>no scheduler has looked since %1 was due</source>
        <translation>自 %1 到期以来没有调度器查看过</translation>
    </message>
    <message>
        <source>caught up</source>
        <translation>已跟上</translation>
    </message>
    <message numerus="yes">
        <source>more than %n run(s) due, the oldest for %1</source>
        <translation>
            <numerusform>超过 %n 次运行到期，最早的已 %1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n run(s) due, the oldest for %1</source>
        <translation>
            <numerusform>%n 次运行到期，最早的已 %1</numerusform>
        </translation>
    </message>
    <message>
        <source>crosses the release &quot;%1&quot; (%2 to %3): the run or a retry of it may meet changed programs</source>
        <translation>与发布“%1”（%2 至 %3）重叠：该运行或其重试可能遇到已更换的程序</translation>
    </message>
</context>
<context>
    <name>SelfTestCommand</name>
    <message>
        <source>agrees</source>
        <translation>相符</translation>
    </message>
    <message>
        <source>DIFFERS</source>
        <translation>不符</translation>
    </message>
    <message>
        <source>not proved</source>
        <translation>未证实</translation>
    </message>
    <message>
        <source>declared %1, found %2</source>
        <translation>声明 %1，实测 %2</translation>
    </message>
    <message>
        <source>The profile names no test mode of this channel. Name one by --endpoint; money must not move there.</source>
        <translation>该渠道的档案没有写明测试环境。请用 --endpoint 指定；那里不得有真实资金流动。</translation>
    </message>
    <message>
        <source>Self-test %1: %2 version %3 keeps what it declares; it may be enabled.</source>
        <translation>自检 %1：%2 第 %3 版与其声明相符，可以启用。</translation>
    </message>
    <message>
        <source>Self-test %1: %2 version %3 must not be enabled with this profile.</source>
        <translation>自检 %1：%2 第 %3 版不得以此档案启用。</translation>
    </message>
</context>
<context>
    <name>SettingsCommand</name>
    <message>
        <source>A setting is written FIELD=VALUE.</source>
        <translation>设置写作 FIELD=VALUE。</translation>
    </message>
    <message>
        <source>as the job began</source>
        <translation>作业开始时即如此</translation>
    </message>
    <message>
        <source>%1, rules of version %2: %3 since %4, %5</source>
        <translation>%1，规则版本 %2：%3，自 %4 起，%5</translation>
    </message>
    <message>
        <source>takes effect for %1</source>
        <translation>对 %1 生效</translation>
    </message>
    <message>
        <source>operations: open %1, held %2, done %3, failed %4 · findings %5</source>
        <translation>操作：未完成 %1，被扣留 %2，完成 %3，失败 %4 · 观察记录 %5</translation>
    </message>
    <message>
        <source>taken over %1 · open alerts of the job %2</source>
        <translation>接管 %1 次 · 该作业未关闭的告警 %2</translation>
    </message>
    <message>
        <source>A batch is named by its number, as lists show it.</source>
        <translation>批次用列表中显示的编号指定。</translation>
    </message>
    <message>
        <source>Name a batch, or --job and --biz-date YYYY-MM-DD.</source>
        <translation>请给出批次编号，或 --job 与 --biz-date YYYY-MM-DD。</translation>
    </message>
    <message>
        <source>A merchant is named by its number.</source>
        <translation>商户用其编号指定。</translation>
    </message>
    <message>
        <source>The file %1 cannot be read.</source>
        <translation>无法读取文件 %1。</translation>
    </message>
    <message>
        <source>There is no job %1.</source>
        <translation>没有作业 %1。</translation>
    </message>
</context>
<context>
    <name>StateText</name>
    <message>
        <source>Pending</source>
        <comment>operation</comment>
        <translation>待处理</translation>
    </message>
    <message>
        <source>Waits for a worker to claim it.</source>
        <translation>等待工作进程领取。</translation>
    </message>
    <message>
        <source>To retry</source>
        <comment>operation</comment>
        <translation>待重试</translation>
    </message>
    <message>
        <source>Failed in passing; it is tried again by itself at the time shown.</source>
        <translation>暂时失败；到所示时间自动重试。</translation>
    </message>
    <message>
        <source>Processing</source>
        <comment>operation</comment>
        <translation>执行中</translation>
    </message>
    <message>
        <source>A worker holds it under a lease.</source>
        <translation>由某个工作进程凭租约持有。</translation>
    </message>
    <message>
        <source>Awaiting bank</source>
        <comment>operation</comment>
        <translation>等待银行</translation>
    </message>
    <message>
        <source>The money is on hold and the message is being sent or answered.</source>
        <translation>资金已冻存，消息正在发送或等待应答。</translation>
    </message>
    <message>
        <source>Unknown at bank</source>
        <comment>operation</comment>
        <translation>银行结果未知</translation>
    </message>
    <message>
        <source>The bank may or may not have executed it. It is asked; nothing is sent again before.</source>
        <translation>银行可能已执行，也可能未执行。正在查询；查清之前不再发送任何内容。</translation>
    </message>
    <message>
        <source>Succeeded</source>
        <comment>operation</comment>
        <translation>成功</translation>
    </message>
    <message>
        <source>It took effect, once.</source>
        <translation>已生效，且仅一次。</translation>
    </message>
    <message>
        <source>Failed for good</source>
        <comment>operation</comment>
        <translation>永久失败</translation>
    </message>
    <message>
        <source>It is not tried again by itself; a person decides by its dead letter.</source>
        <translation>不再自动重试；由人员根据死信决定。</translation>
    </message>
    <message>
        <source>To send</source>
        <comment>message</comment>
        <translation>待发送</translation>
    </message>
    <message>
        <source>Waits for a sender.</source>
        <translation>等待发送器。</translation>
    </message>
    <message>
        <source>Sending</source>
        <comment>message</comment>
        <translation>发送中</translation>
    </message>
    <message>
        <source>Marked as sent before the bytes leave; the answer is awaited.</source>
        <translation>在字节发出之前已标记为发送；等待应答。</translation>
    </message>
    <message>
        <source>Accepted</source>
        <comment>message</comment>
        <translation>已受理</translation>
    </message>
    <message>
        <source>The bank accepted it.</source>
        <translation>银行已受理。</translation>
    </message>
    <message>
        <source>Refused</source>
        <comment>message</comment>
        <translation>被拒绝</translation>
    </message>
    <message>
        <source>The bank refused it for good.</source>
        <translation>银行已明确拒绝。</translation>
    </message>
    <message>
        <source>Answer unknown</source>
        <comment>message</comment>
        <translation>应答未知</translation>
    </message>
    <message>
        <source>No certain answer; the bank is asked under the same key.</source>
        <translation>没有确定的应答；以同一个键向银行查询。</translation>
    </message>
    <message>
        <source>Never sent</source>
        <comment>message</comment>
        <translation>从未发送</translation>
    </message>
    <message>
        <source>Provably not sent, and the attempts are spent.</source>
        <translation>可证明未发送，且尝试次数已用尽。</translation>
    </message>
    <message>
        <source>Due</source>
        <comment>run</comment>
        <translation>到期</translation>
    </message>
    <message>
        <source>Triggered; the scheduler begins it.</source>
        <translation>已触发，由调度器开始。</translation>
    </message>
    <message>
        <source>Held</source>
        <comment>run</comment>
        <translation>已暂停</translation>
    </message>
    <message>
        <source>A freeze keeps it from starting; the lift decides what becomes of it.</source>
        <translation>因冻结不能开始；解除时决定如何处理。</translation>
    </message>
    <message>
        <source>Running</source>
        <comment>run</comment>
        <translation>运行中</translation>
    </message>
    <message>
        <source>Its batch is being worked on.</source>
        <translation>其批次正在处理。</translation>
    </message>
    <message>
        <source>Done</source>
        <comment>run</comment>
        <translation>已完成</translation>
    </message>
    <message>
        <source>Its work is complete.</source>
        <translation>工作已全部完成。</translation>
    </message>
    <message>
        <source>Failed</source>
        <comment>run</comment>
        <translation>失败</translation>
    </message>
    <message>
        <source>Its batch failed, or its attempts are spent.</source>
        <translation>其批次失败，或尝试次数已用尽。</translation>
    </message>
    <message>
        <source>Skipped</source>
        <comment>run</comment>
        <translation>已跳过</translation>
    </message>
    <message>
        <source>Started</source>
        <comment>attempt</comment>
        <translation>已开始</translation>
    </message>
    <message>
        <source>Under way.</source>
        <translation>进行中。</translation>
    </message>
    <message>
        <source>Succeeded</source>
        <comment>attempt</comment>
        <translation>成功</translation>
    </message>
    <message>
        <source>It ended well.</source>
        <translation>正常结束。</translation>
    </message>
    <message>
        <source>Failed</source>
        <comment>attempt</comment>
        <translation>失败</translation>
    </message>
    <message>
        <source>It ended with an error.</source>
        <translation>以错误结束。</translation>
    </message>
    <message>
        <source>Lost</source>
        <comment>attempt</comment>
        <translation>已丢失</translation>
    </message>
    <message>
        <source>Its worker vanished; written by the one that took over.</source>
        <translation>其工作进程消失；由接手者写入。</translation>
    </message>
    <message>
        <source>Fenced</source>
        <comment>attempt</comment>
        <translation>已隔离</translation>
    </message>
    <message>
        <source>Its claims were fenced; it can do no work any more.</source>
        <translation>其领取已被隔离，不能再做任何工作。</translation>
    </message>
    <message>
        <source>Released</source>
        <comment>attempt</comment>
        <translation>已交还</translation>
    </message>
    <message>
        <source>Its worker stopped cleanly and gave its work back.</source>
        <translation>其工作进程正常停止并交还了工作。</translation>
    </message>
    <message>
        <source>Open</source>
        <comment>shard</comment>
        <translation>未枚举</translation>
    </message>
    <message>
        <source>Its inputs are not counted yet.</source>
        <translation>其输入尚未计数。</translation>
    </message>
    <message>
        <source>Enumerated</source>
        <comment>shard</comment>
        <translation>已枚举</translation>
    </message>
    <message>
        <source>Count, amounts and hash of its inputs are written down; its work goes on.</source>
        <translation>输入的笔数、金额和哈希已记录；处理继续进行。</translation>
    </message>
    <message>
        <source>Done</source>
        <comment>shard</comment>
        <translation>已完成</translation>
    </message>
    <message>
        <source>Every operation of it is accepted.</source>
        <translation>其中每笔操作均已认可。</translation>
    </message>
    <message>
        <source>Created</source>
        <comment>batch</comment>
        <translation>已创建</translation>
    </message>
    <message>
        <source>Its operations are being enumerated.</source>
        <translation>正在枚举其操作。</translation>
    </message>
    <message>
        <source>Running</source>
        <comment>batch</comment>
        <translation>执行中</translation>
    </message>
    <message>
        <source>Something in it can move without a person.</source>
        <translation>其中仍有无需人工即可推进的内容。</translation>
    </message>
    <message>
        <source>Partial</source>
        <comment>batch</comment>
        <translation>部分完成</translation>
    </message>
    <message>
        <source>Nothing in it can move by itself, and something waits for a person.</source>
        <translation>其中没有可自动推进的内容，有事项等待人工处理。</translation>
    </message>
    <message>
        <source>Reconciling</source>
        <comment>batch</comment>
        <translation>对账中</translation>
    </message>
    <message>
        <source>Everything is accepted; counts and amounts are being compared.</source>
        <translation>全部已认可；正在核对笔数和金额。</translation>
    </message>
    <message>
        <source>Completed</source>
        <comment>batch</comment>
        <translation>已完成</translation>
    </message>
    <message>
        <source>Settled and reconciled. It is never run again.</source>
        <translation>已结算并对账，绝不会再次运行。</translation>
    </message>
    <message>
        <source>Failed</source>
        <comment>batch</comment>
        <translation>失败</translation>
    </message>
    <message>
        <source>A rule or our own fault stopped it; only an approved recovery starts it again.</source>
        <translation>因规则或自身缺陷而停止；须经批准的恢复才能重新开始。</translation>
    </message>
    <message>
        <source>This program does not know this value. A newer version of Onceover may have written it.</source>
        <translation>本程序不认识此值，可能由更新版本的 Onceover 写入。</translation>
    </message>
    <message>
        <source>Frozen</source>
        <translation>已冻结</translation>
    </message>
    <message>
        <source>New attempts, claims, retries and sends are stopped here.</source>
        <translation>此处的新尝试、领取、重试和发送均已停止。</translation>
    </message>
    <message>
        <source>Dead letter</source>
        <translation>死信</translation>
    </message>
    <message>
        <source>It is not tried any more and waits for a person.</source>
        <translation>不再尝试，等待人工处理。</translation>
    </message>
    <message>
        <source>Lease overdue</source>
        <translation>租约超时</translation>
    </message>
    <message>
        <source>Its worker did not renew the lease; another worker takes it over at its next claim.</source>
        <translation>其工作进程未续租；其他工作进程下次领取时会接手。</translation>
    </message>
    <message>
        <source>Nothing was compared yet.</source>
        <translation>尚未对账。</translation>
    </message>
    <message>
        <source>agrees</source>
        <comment>counts or amounts</comment>
        <translation>相符</translation>
    </message>
    <message>
        <source>All sources agree.</source>
        <translation>所有来源一致。</translation>
    </message>
    <message>
        <source>differs</source>
        <comment>counts or amounts</comment>
        <translation>不符</translation>
    </message>
    <message>
        <source>The sources differ; nothing is repaired by itself.</source>
        <translation>各来源不一致；不会自动修复。</translation>
    </message>
    <message>
        <source>Alive</source>
        <comment>worker</comment>
        <translation>在线</translation>
    </message>
    <message>
        <source>It was seen within the limit.</source>
        <translation>在时限内有心跳。</translation>
    </message>
    <message>
        <source>Not seen</source>
        <comment>worker</comment>
        <translation>失联</translation>
    </message>
    <message>
        <source>No heartbeat within the limit; what it held is taken over when its leases end.</source>
        <translation>时限内没有心跳；租约到期后其工作会被接手。</translation>
    </message>
    <message>
        <source>Difference</source>
        <translation>差异</translation>
    </message>
    <message>
        <source>Two sources do not agree; a person decides.</source>
        <translation>两个来源不一致，由人员决定。</translation>
    </message>
    <message>
        <source>Batch waits</source>
        <translation>批次等待</translation>
    </message>
    <message>
        <source>A batch cannot go on without a person.</source>
        <translation>批次没有人工处理便无法继续。</translation>
    </message>
    <message>
        <source>breaks a rule</source>
        <translation>违反规则</translation>
    </message>
    <message>
        <source>wrong data</source>
        <translation>数据错误</translation>
    </message>
    <message>
        <source>our own fault</source>
        <translation>自身缺陷</translation>
    </message>
    <message>
        <source>attempts spent</source>
        <translation>尝试次数用尽</translation>
    </message>
    <message>
        <source>lost its worker three times</source>
        <translation>三次失去工作进程</translation>
    </message>
    <message>
        <source>never sent</source>
        <translation>从未发送</translation>
    </message>
    <message>
        <source>refused by the bank</source>
        <translation>被银行拒绝</translation>
    </message>
    <message>
        <source>not executed, by approved resolution</source>
        <translation>经批准认定为未执行</translation>
    </message>
    <message>
        <source>PRODUCTION</source>
        <translation>生产环境</translation>
    </message>
    <message>
        <source>Real money.</source>
        <translation>真实资金。</translation>
    </message>
    <message>
        <source>STAGING</source>
        <translation>预发环境</translation>
    </message>
    <message>
        <source>A rehearsal of production.</source>
        <translation>生产环境的演练。</translation>
    </message>
    <message>
        <source>DEVELOPMENT</source>
        <translation>开发环境</translation>
    </message>
    <message>
        <source>For developers.</source>
        <translation>供开发人员使用。</translation>
    </message>
    <message>
        <source>SANDBOX</source>
        <translation>练习沙箱</translation>
    </message>
    <message>
        <source>A private database to practise on; no real money.</source>
        <translation>供练习的私有数据库，不涉及真实资金。</translation>
    </message>
    <message>
        <source>operator</source>
        <comment>role</comment>
        <translation>操作员</translation>
    </message>
    <message>
        <source>approver</source>
        <comment>role</comment>
        <translation>审批员</translation>
    </message>
    <message>
        <source>auditor</source>
        <comment>role</comment>
        <translation>审计员</translation>
    </message>
    <message>
        <source>viewer</source>
        <comment>role</comment>
        <translation>查看者</translation>
    </message>
    <message>
        <source>everything</source>
        <comment>scope</comment>
        <translation>全部</translation>
    </message>
    <message>
        <source>job %1</source>
        <comment>scope</comment>
        <translation>作业 %1</translation>
    </message>
    <message>
        <source>channel %1</source>
        <comment>scope</comment>
        <translation>渠道 %1</translation>
    </message>
    <message>
        <source>merchant %1</source>
        <comment>scope</comment>
        <translation>商户 %1</translation>
    </message>
    <message>
        <source>batch %1</source>
        <comment>scope</comment>
        <translation>批次 %1</translation>
    </message>
    <message>
        <source>scheduler</source>
        <comment>duty</comment>
        <translation>调度器</translation>
    </message>
    <message>
        <source>settler</source>
        <comment>duty</comment>
        <translation>结算器</translation>
    </message>
    <message>
        <source>lease keeper</source>
        <comment>duty</comment>
        <translation>续租器</translation>
    </message>
    <message>
        <source>sender</source>
        <comment>duty</comment>
        <translation>发送器</translation>
    </message>
    <message>
        <source>resolver</source>
        <comment>duty</comment>
        <translation>查证器</translation>
    </message>
    <message>
        <source>callback listener</source>
        <comment>duty</comment>
        <translation>回调监听器</translation>
    </message>
    <message>
        <source>reconciler</source>
        <comment>duty</comment>
        <translation>对账器</translation>
    </message>
    <message>
        <source>replayer</source>
        <comment>duty</comment>
        <translation>重放器</translation>
    </message>
    <message>
        <source>janitor</source>
        <comment>duty</comment>
        <translation>清理器</translation>
    </message>
    <message>
        <source>Left out by the policy of its job or of a lift; the policy and who applied it are recorded.</source>
        <translation>按作业或解除冻结的策略跳过；策略与执行者均已记录。</translation>
    </message>
    <message>
        <source>comparer</source>
        <comment>duty</comment>
        <translation>账本比对</translation>
    </message>
</context>
<context>
    <name>StatementImport</name>
    <message>
        <source>%1: imported as statement %2, %3 lines</source>
        <translation>%1：已导入为对账单 %2，共 %3 行</translation>
    </message>
    <message>
        <source>%1: is here already as statement %2, imported by %3; nothing happened</source>
        <translation>%1：已作为对账单 %2 存在，由 %3 导入；没有发生任何变化</translation>
    </message>
</context>
<context>
    <name>StatementText</name>
    <message>
        <source>the file is too large for a statement</source>
        <translation>文件过大，不是对账单</translation>
    </message>
    <message>
        <source>this is no statement in camt.053 or MT940</source>
        <translation>这不是 camt.053 或 MT940 格式的对账单</translation>
    </message>
    <message>
        <source>this cannot be read</source>
        <translation>此处无法读取</translation>
    </message>
    <message>
        <source>an account has one currency, and this is another</source>
        <translation>一个账户只有一种币种，而此处是另一种</translation>
    </message>
    <message>
        <source>the parts of a batch do not come to its amount</source>
        <translation>一笔汇总入账的各明细之和与其金额不符</translation>
    </message>
    <message>
        <source>the statement names no opening and closing balance, so nothing says that it is whole</source>
        <translation>对账单没有期初余额和期末余额，无从证明它是完整的</translation>
    </message>
    <message>
        <source>opening balance and lines do not come to the closing balance</source>
        <translation>期初余额加各行之和与期末余额不符</translation>
    </message>
    <message>
        <source>Line %1: %2</source>
        <translation>第 %1 行：%2</translation>
    </message>
    <message>
        <source>The file: %1</source>
        <translation>文件：%1</translation>
    </message>
    <message>
        <source>A statement of this account with this number is here already and says something else. One of the two is wrong: ask the bank</source>
        <translation>该账户同一编号的对账单已存在，但内容不同。两者必有一个有误：请询问银行</translation>
    </message>
    <message>
        <source>Not imported: %1</source>
        <translation>未导入：%1</translation>
    </message>
    <message>
        <source>agrees</source>
        <translation>相符</translation>
    </message>
    <message>
        <source>still open here</source>
        <translation>本方尚未结束</translation>
    </message>
    <message>
        <source>not of this channel</source>
        <translation>与本渠道无关</translation>
    </message>
</context>
<context>
    <name>StatementWork</name>
    <message>
        <source>%1 to %2</source>
        <translation>%1 至 %2</translation>
    </message>
    <message>
        <source>No line names a message of ours: that there is no difference says nothing.</source>
        <translation>没有任何一行指明我方的消息：没有差异并不说明什么。</translation>
    </message>
    <message>
        <source>Imported at</source>
        <comment>column</comment>
        <translation>导入时间</translation>
    </message>
    <message>
        <source>When it was imported. The list is in this order, newest first.</source>
        <translation>导入的时间。列表按此排序，最新在前。</translation>
    </message>
    <message>
        <source>Statement</source>
        <comment>column</comment>
        <translation>对账单</translation>
    </message>
    <message>
        <source>The bank&apos;s name of it; one statement is kept once.</source>
        <translation>银行给它的编号；同一对账单只保存一次。</translation>
    </message>
    <message>
        <source>Channel</source>
        <comment>column</comment>
        <translation>渠道</translation>
    </message>
    <message>
        <source>Whose bank wrote it.</source>
        <translation>由哪个渠道的银行出具。</translation>
    </message>
    <message>
        <source>Days</source>
        <comment>column</comment>
        <translation>日期</translation>
    </message>
    <message>
        <source>The first and the last day that it covers.</source>
        <translation>所涵盖的首日和末日。</translation>
    </message>
    <message>
        <source>Lines</source>
        <comment>column</comment>
        <translation>行数</translation>
    </message>
    <message>
        <source>How many lines it has.</source>
        <translation>共有多少行。</translation>
    </message>
    <message>
        <source>Compared</source>
        <comment>column</comment>
        <translation>核对数</translation>
    </message>
    <message>
        <source>How many lines name a message of ours.</source>
        <translation>有多少行指明我方的消息。</translation>
    </message>
    <message>
        <source>Differences</source>
        <comment>column</comment>
        <translation>差异数</translation>
    </message>
    <message>
        <source>Found when it was imported.</source>
        <translation>导入时发现。</translation>
    </message>
    <message>
        <source>Opening balance</source>
        <comment>column</comment>
        <translation>期初余额</translation>
    </message>
    <message>
        <source>What was on the account before its first line.</source>
        <translation>第一行之前账户上的金额。</translation>
    </message>
    <message>
        <source>Closing balance</source>
        <comment>column</comment>
        <translation>期末余额</translation>
    </message>
    <message>
        <source>What was on the account after its last line.</source>
        <translation>最后一行之后账户上的金额。</translation>
    </message>
    <message>
        <source>Account</source>
        <comment>column</comment>
        <translation>账户</translation>
    </message>
    <message>
        <source>The account, masked.</source>
        <translation>账户，已遮盖。</translation>
    </message>
    <message>
        <source>Imported by</source>
        <comment>column</comment>
        <translation>导入人</translation>
    </message>
    <message>
        <source>Who imported it.</source>
        <translation>由谁导入。</translation>
    </message>
    <message>
        <source>Statements</source>
        <comment>page</comment>
        <translation>对账单</translation>
    </message>
    <message>
        <source>A statement is a second source of the bank&apos;s book. It changes nothing by itself.</source>
        <translation>对账单是银行账簿的第二来源，它本身不改变任何东西。</translation>
    </message>
    <message>
        <source>No statements</source>
        <translation>没有对账单</translation>
    </message>
    <message>
        <source>An operator imports one: onceoverctl reconcile --statement FILE --channel CHANNEL.</source>
        <translation>由操作员导入：onceoverctl reconcile --statement FILE --channel CHANNEL。</translation>
    </message>
    <message>
        <source>Result</source>
        <translation>结果</translation>
    </message>
    <message>
        <source>Number here</source>
        <translation>本系统编号</translation>
    </message>
    <message>
        <source>The bank&apos;s name of it</source>
        <translation>银行给它的编号</translation>
    </message>
    <message>
        <source>Account</source>
        <translation>账户</translation>
    </message>
    <message>
        <source>Days</source>
        <translation>日期</translation>
    </message>
    <message>
        <source>Format</source>
        <translation>格式</translation>
    </message>
    <message>
        <source>Imported at</source>
        <translation>导入时间</translation>
    </message>
    <message>
        <source>Imported by</source>
        <translation>导入人</translation>
    </message>
    <message>
        <source>Bank reference</source>
        <comment>column</comment>
        <translation>银行流水号</translation>
    </message>
    <message>
        <source>The bank&apos;s own name of this line.</source>
        <translation>银行给这一行的编号。</translation>
    </message>
    <message>
        <source>Statement line</source>
        <comment>column</comment>
        <translation>对账单行</translation>
    </message>
    <message>
        <source>Number of the statement and of its line, as evidence names it. The list is in this order.</source>
        <translation>对账单编号及行号，证据中即如此写。列表按此排序。</translation>
    </message>
    <message>
        <source>Booked on</source>
        <comment>column</comment>
        <translation>记账日</translation>
    </message>
    <message>
        <source>The day on which the bank booked it.</source>
        <translation>银行记账的日期。</translation>
    </message>
    <message>
        <source>Amount</source>
        <comment>column</comment>
        <translation>金额</translation>
    </message>
    <message>
        <source>What it did to the account, with its sign.</source>
        <translation>对账户的影响，带正负号。</translation>
    </message>
    <message>
        <source>Beside ours</source>
        <comment>column</comment>
        <translation>与我方对照</translation>
    </message>
    <message>
        <source>What it comes to beside the message that it names, by key or reference.</source>
        <translation>按键或参考号与它指明的消息对照的结果。</translation>
    </message>
    <message>
        <source>Key</source>
        <comment>column</comment>
        <translation>键</translation>
    </message>
    <message>
        <source>The idempotency key of our message.</source>
        <translation>我方消息的幂等键。</translation>
    </message>
    <message>
        <source>Kind</source>
        <comment>column</comment>
        <translation>种类</translation>
    </message>
    <message>
        <source>The bank&apos;s code for its kind.</source>
        <translation>银行的种类代码。</translation>
    </message>
    <message>
        <source>Statement lines</source>
        <comment>page</comment>
        <translation>对账单行</translation>
    </message>
    <message>
        <source>Each line beside the message that it names, as both stand now.</source>
        <translation>每一行与它指明的消息对照，双方均为当前状态。</translation>
    </message>
    <message>
        <source>No statement lines</source>
        <translation>没有对账单行</translation>
    </message>
    <message>
        <source>No statement was imported, or none of its lines is asked for.</source>
        <translation>没有导入对账单，或没有符合条件的行。</translation>
    </message>
    <message>
        <source>Beside ours</source>
        <translation>与我方对照</translation>
    </message>
    <message>
        <source>Detail</source>
        <translation>说明</translation>
    </message>
    <message>
        <source>As evidence</source>
        <translation>用作证据时</translation>
    </message>
    <message>
        <source>Bank reference</source>
        <translation>银行流水号</translation>
    </message>
    <message>
        <source>End-to-end reference</source>
        <translation>端到端参考号</translation>
    </message>
    <message>
        <source>Key</source>
        <translation>键</translation>
    </message>
    <message>
        <source>Value date</source>
        <translation>起息日</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>种类</translation>
    </message>
    <message>
        <source>Reversal</source>
        <translation>冲正</translation>
    </message>
    <message>
        <source>The bank takes back an earlier booking.</source>
        <translation>银行撤回先前的一笔入账。</translation>
    </message>
    <message>
        <source>Reason of the return</source>
        <translation>退回原因</translation>
    </message>
    <message>
        <source>Operation</source>
        <translation>操作</translation>
    </message>
    <message numerus="yes">
        <source>%n line(s) name a message of ours</source>
        <translation>
            <numerusform>%n 行指明我方的消息</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 and agree with it.</source>
        <comment>lines of a statement</comment>
        <translation>%1，且与之一致。</translation>
    </message>
    <message>
        <source>%1; %2.</source>
        <comment>lines, differences</comment>
        <translation>%1；%2。</translation>
    </message>
    <message numerus="yes">
        <source>%n difference(s) found</source>
        <translation>
            <numerusform>发现 %n 项差异</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>StatusCommand</name>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message>
        <source>last seen %1 ago</source>
        <translation>最后见于 %1前</translation>
    </message>
    <message>
        <source>none seen within the last hour: nothing is being settled</source>
        <translation>近一小时未见任何工作进程：没有任何结算在进行</translation>
    </message>
    <message>
        <source>as of</source>
        <translation>截至</translation>
    </message>
    <message>
        <source>operations</source>
        <translation>操作</translation>
    </message>
    <message>
        <source>batches</source>
        <translation>批次</translation>
    </message>
    <message>
        <source>open messages</source>
        <translation>未结消息</translation>
    </message>
    <message>
        <source>stuck leases</source>
        <translation>卡住的租约</translation>
    </message>
    <message>
        <source>dead letters</source>
        <translation>死信</translation>
    </message>
    <message>
        <source>%1 since %2 by %3: %4</source>
        <translation>%1，自 %2 起，由 %3：%4</translation>
    </message>
    <message>
        <source>frozen</source>
        <translation>已冻结</translation>
    </message>
    <message>
        <source>nothing</source>
        <translation>无</translation>
    </message>
    <message>
        <source>workers</source>
        <translation>工作进程</translation>
    </message>
    <message>
        <source>paused</source>
        <translation>已暂停</translation>
    </message>
</context>
<context>
    <name>TextPdf</name>
    <message>
        <source>page %1 of %2</source>
        <translation>第 %1 页，共 %2 页</translation>
    </message>
    <message>
        <source>%1 cannot be written: %2</source>
        <translation>无法写入 %1：%2</translation>
    </message>
</context>
<context>
    <name>TimeText</name>
    <message>
        <source>%1 ago</source>
        <translation>%1前</translation>
    </message>
    <message>
        <source>in %1</source>
        <translation>%1后</translation>
    </message>
    <message>
        <source>%1 s</source>
        <comment>seconds</comment>
        <translation>%1 秒</translation>
    </message>
    <message>
        <source>%1 min</source>
        <comment>minutes</comment>
        <translation>%1 分钟</translation>
    </message>
    <message>
        <source>%1 h %2 min</source>
        <comment>hours and minutes</comment>
        <translation>%1 小时 %2 分</translation>
    </message>
    <message>
        <source>%1 d %2 h</source>
        <comment>days and hours</comment>
        <translation>%1 天 %2 小时</translation>
    </message>
</context>
<context>
    <name>TimelineText</name>
    <message>
        <source>%1: %2</source>
        <comment>what happened: why</comment>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>Trigger (%1): %2</source>
        <comment>source, answer</comment>
        <translation>触发（%1）：%2</translation>
    </message>
    <message>
        <source>trigger %1</source>
        <translation>触发 %1</translation>
    </message>
    <message>
        <source>Attempt %1 at shard %2</source>
        <translation>分片 %2 的第 %1 次尝试</translation>
    </message>
    <message>
        <source>Attempt %1 at the run</source>
        <translation>运行的第 %1 次尝试</translation>
    </message>
    <message>
        <source>attempt %1</source>
        <translation>尝试 %1</translation>
    </message>
    <message>
        <source>%1 began</source>
        <comment>attempt</comment>
        <translation>%1开始</translation>
    </message>
    <message>
        <source>%1 ended: %2</source>
        <comment>attempt, how</comment>
        <translation>%1结束：%2</translation>
    </message>
    <message>
        <source>%1, %2 row(s)</source>
        <comment>how it ended, count</comment>
        <translation>%1，%2 行</translation>
    </message>
    <message>
        <source>Made from its inputs</source>
        <translation>由输入生成</translation>
    </message>
    <message>
        <source>Claimed by %1</source>
        <translation>由 %1 领取</translation>
    </message>
    <message>
        <source>Taken over by %1 from a worker whose lease ended</source>
        <translation>由 %1 从租约到期的工作进程接手</translation>
    </message>
    <message>
        <source>Settled; nothing is to be sent</source>
        <translation>已结清；无需发送</translation>
    </message>
    <message>
        <source>Posted: money on hold, message written</source>
        <translation>已记账：资金冻存，消息已写入</translation>
    </message>
    <message>
        <source>Failed in passing; it is tried again</source>
        <translation>暂时失败；到所示时间自动重试。</translation>
    </message>
    <message>
        <source>Given back unfinished; no attempt burned</source>
        <translation>未完成即交还；不消耗尝试次数</translation>
    </message>
    <message>
        <source>Failed for good</source>
        <translation>永久失败</translation>
    </message>
    <message>
        <source>Failed for good; the attempts are spent</source>
        <translation>永久失败；尝试次数已用尽</translation>
    </message>
    <message>
        <source>Failed for good; it lost its worker three times</source>
        <translation>永久失败；三次失去工作进程</translation>
    </message>
    <message>
        <source>Fenced: its holder can do no work any more</source>
        <translation>已隔离：其持有者不能再做任何工作</translation>
    </message>
    <message>
        <source>The answer was lost: unknown at the bank</source>
        <translation>应答丢失：银行结果未知</translation>
    </message>
    <message>
        <source>Provably never sent, and the attempts are spent</source>
        <translation>可证明从未发送，且尝试次数已用尽</translation>
    </message>
    <message>
        <source>Accepted by the bank: it took effect</source>
        <translation>银行已受理：已生效</translation>
    </message>
    <message>
        <source>The bank&apos;s answer does not agree: it stays unknown</source>
        <translation>银行应答不相符：保持未知</translation>
    </message>
    <message>
        <source>Refused by the bank for good</source>
        <translation>被银行明确拒绝</translation>
    </message>
    <message>
        <source>Never seen at the bank: may be sent again, same key, same bytes</source>
        <translation>银行从未收到：可重发，同键同字节</translation>
    </message>
    <message>
        <source>Unknown for too long: a person is asked</source>
        <translation>未知时间过长：交由人员处理</translation>
    </message>
    <message>
        <source>Resolved from evidence: it was executed</source>
        <translation>凭证据认定：已执行</translation>
    </message>
    <message>
        <source>Resolved from evidence: it was not executed</source>
        <translation>凭证据认定：未执行</translation>
    </message>
    <message>
        <source>Replay approved: the work is done again under its own keys</source>
        <translation>重放已批准：用原有的键重新处理</translation>
    </message>
    <message>
        <source>Replay approved: the same bytes are sent again</source>
        <translation>重放已批准：再次发送相同字节</translation>
    </message>
    <message>
        <source>%1 (%2 → %3)</source>
        <comment>what, state before, state after</comment>
        <translation>%1（%2 → %3）</translation>
    </message>
    <message>
        <source>event %1</source>
        <translation>事件 %1</translation>
    </message>
    <message>
        <source>version %1</source>
        <translation>版本 %1</translation>
    </message>
    <message>
        <source>set of %1</source>
        <translation>共 %1 笔一组</translation>
    </message>
    <message>
        <source>message %1</source>
        <translation>消息 %1</translation>
    </message>
    <message>
        <source>Message for %1 written: %2 bytes under key %3</source>
        <comment>channel, size, key</comment>
        <translation>已写入发往 %1 的消息：%2 字节，键 %3</translation>
    </message>
    <message>
        <source>Marked as leaving for the first time: the bank&apos;s clock for the key starts</source>
        <translation>标记为首次发出：银行对该键开始计时</translation>
    </message>
    <message>
        <source>Marked as leaving again (send %1): same key, same bytes</source>
        <translation>标记为再次发出（第 %1 次发送）：同键同字节</translation>
    </message>
    <message>
        <source>Message ended: %1</source>
        <translation>消息结束：%1</translation>
    </message>
    <message>
        <source>%1, as ordered</source>
        <comment>amount</comment>
        <translation>%1，与指令一致</translation>
    </message>
    <message>
        <source>%1, ordered were %2</source>
        <comment>amounts</comment>
        <translation>%1，指令为 %2</translation>
    </message>
    <message>
        <source>%1 ms</source>
        <comment>milliseconds</comment>
        <translation>%1 毫秒</translation>
    </message>
    <message>
        <source>Sent: %1 after %2</source>
        <comment>answer, time</comment>
        <translation>发送：%2后%1</translation>
    </message>
    <message>
        <source>Asked: %1 after %2</source>
        <comment>answer, time</comment>
        <translation>查询：%2后%1</translation>
    </message>
    <message>
        <source>call %1</source>
        <translation>调用 %1</translation>
    </message>
    <message>
        <source>HTTP %1</source>
        <translation>HTTP %1</translation>
    </message>
    <message>
        <source>Trigger</source>
        <comment>layer</comment>
        <translation>触发</translation>
    </message>
    <message>
        <source>Reasons to run: schedule, person, catch-up, replay. Many may lead to one run.</source>
        <translation>运行的缘由：计划、人员、补跑、重放。多个缘由可指向一次运行。</translation>
    </message>
    <message>
        <source>Attempt</source>
        <comment>layer</comment>
        <translation>尝试</translation>
    </message>
    <message>
        <source>Tries at the run, and at the shard while it held this operation.</source>
        <translation>对运行的尝试，以及分片持有此操作期间的尝试。</translation>
    </message>
    <message>
        <source>Operation</source>
        <comment>layer</comment>
        <translation>操作</translation>
    </message>
    <message>
        <source>The business effect itself: one per natural key, more only by approved revision.</source>
        <translation>业务效果本身：每个自然键一笔，经批准的修订才会更多。</translation>
    </message>
    <message>
        <source>Ledger</source>
        <comment>layer</comment>
        <translation>账簿</translation>
    </message>
    <message>
        <source>Money on hold ends once: paid or given back.</source>
        <translation>冻存的资金只有一个结局：付出或退回。</translation>
    </message>
    <message>
        <source>Outbox</source>
        <comment>layer</comment>
        <translation>发件箱</translation>
    </message>
    <message>
        <source>The message, written in the transaction that made it true. One, however often it is sent.</source>
        <translation>消息在使其成真的事务中写入。只有一条，无论发送多少次。</translation>
    </message>
    <message>
        <source>Bank</source>
        <comment>layer</comment>
        <translation>银行</translation>
    </message>
    <message>
        <source>Sends that may have left. The same key makes the bank execute them once.</source>
        <translation>可能已发出的发送。相同的键使银行只执行一次。</translation>
    </message>
    <message>
        <source>schedule</source>
        <comment>trigger source</comment>
        <translation>计划</translation>
    </message>
    <message>
        <source>manual</source>
        <comment>trigger source</comment>
        <translation>人工</translation>
    </message>
    <message>
        <source>catch-up</source>
        <comment>trigger source</comment>
        <translation>补跑</translation>
    </message>
    <message>
        <source>replay</source>
        <comment>trigger source</comment>
        <translation>重放</translation>
    </message>
    <message>
        <source>created the run</source>
        <translation>创建了运行</translation>
    </message>
    <message>
        <source>the run existed already</source>
        <translation>运行已存在</translation>
    </message>
    <message>
        <source>the run is held by a freeze</source>
        <translation>运行因冻结而暂停</translation>
    </message>
    <message>
        <source>the batch was complete already</source>
        <translation>批次早已完成</translation>
    </message>
    <message>
        <source>Put on hold</source>
        <comment>ledger phase</comment>
        <translation>冻存</translation>
    </message>
    <message>
        <source>Paid</source>
        <comment>ledger phase</comment>
        <translation>付出</translation>
    </message>
    <message>
        <source>Given back</source>
        <comment>ledger phase</comment>
        <translation>退回</translation>
    </message>
    <message>
        <source>payable to merchant %1</source>
        <translation>应付商户 %1</translation>
    </message>
    <message>
        <source>in transit at %1</source>
        <translation>%1 在途</translation>
    </message>
    <message>
        <source>paid through %1</source>
        <translation>经 %1 付出</translation>
    </message>
    <message>
        <source>accepted</source>
        <comment>answer</comment>
        <translation>已受理</translation>
    </message>
    <message>
        <source>refused for good</source>
        <comment>answer</comment>
        <translation>明确拒绝</translation>
    </message>
    <message>
        <source>the same key is being executed</source>
        <comment>answer</comment>
        <translation>同一个键正在执行</translation>
    </message>
    <message>
        <source>other bytes under the same key</source>
        <comment>answer</comment>
        <translation>同一个键下的字节不同</translation>
    </message>
    <message>
        <source>asked to slow down</source>
        <comment>answer</comment>
        <translation>要求减速</translation>
    </message>
    <message>
        <source>no certain answer</source>
        <comment>answer</comment>
        <translation>没有确定的应答</translation>
    </message>
    <message>
        <source>provably not sent</source>
        <comment>answer</comment>
        <translation>可证明未发送</translation>
    </message>
    <message>
        <source>it was executed</source>
        <comment>answer</comment>
        <translation>已执行</translation>
    </message>
    <message>
        <source>it is being executed</source>
        <comment>answer</comment>
        <translation>正在执行</translation>
    </message>
    <message>
        <source>it was refused</source>
        <comment>answer</comment>
        <translation>已被拒绝</translation>
    </message>
    <message>
        <source>never seen there</source>
        <comment>answer</comment>
        <translation>从未收到</translation>
    </message>
    <message>
        <source>the question had no certain answer</source>
        <comment>answer</comment>
        <translation>查询没有确定的应答</translation>
    </message>
    <message>
        <source>Called back: %1</source>
        <comment>answer</comment>
        <translation>银行回调：%1</translation>
    </message>
    <message>
        <source>the run was skipped, as the job&apos;s policy says</source>
        <translation>按作业的策略跳过了该运行</translation>
    </message>
    <message>
        <source>receivable from merchant %1</source>
        <translation>应收商户 %1</translation>
    </message>
    <message>
        <source>collected through %1</source>
        <translation>经 %1 收取</translation>
    </message>
    <message>
        <source>%1: %2, %3 → %4</source>
        <comment>phase, amount, account, account</comment>
        <translation>%1：%2，%3 → %4</translation>
    </message>
    <message>
        <source>executed, and the money came back</source>
        <comment>answer</comment>
        <translation>已执行，款项又被退回</translation>
    </message>
    <message>
        <source>Decided from evidence: %1</source>
        <comment>answer</comment>
        <translation>凭证据认定：%1</translation>
    </message>
</context>
<context>
    <name>TriggerCommand</name>
    <message>
        <source>batch %1 (%2)</source>
        <translation>批次 %1（%2）</translation>
    </message>
    <message>
        <source>no batch yet</source>
        <translation>尚无批次</translation>
    </message>
    <message>
        <source>run %1 (%2), %3, trigger %4</source>
        <translation>运行 %1（%2），%3，触发 %4</translation>
    </message>
    <message>
        <source>request id %1: the same id again is the same request</source>
        <translation>请求号 %1：再次使用同一号码即为同一请求</translation>
    </message>
    <message>
        <source>--request-id must be a UUID such as %1.</source>
        <translation>--request-id 必须是 UUID，例如 %1。</translation>
    </message>
    <message>
        <source>Ask again with --request-id %1: the same id is the same request, whether it arrived or not.</source>
        <translation>请用 --request-id %1 再次请求：同一号码即为同一请求，无论先前是否送达。</translation>
    </message>
</context>
<context>
    <name>VerificationText</name>
    <message>
        <source>No anchor: a tail that was cut off would not be seen.</source>
        <translation>没有锚点：被截掉的末尾不会被发现。</translation>
    </message>
    <message>
        <source>Anchored until %1 by %2.</source>
        <comment>time, keys</comment>
        <translation>锚定至 %1，签署者 %2。</translation>
    </message>
    <message>
        <source>Reading the chains…</source>
        <translation>正在读取审计链…</translation>
    </message>
    <message>
        <source>%1 of %2 rows looked at</source>
        <translation>已检查 %2 行中的 %1 行</translation>
    </message>
    <message>
        <source>Cancelled: nothing was found out.</source>
        <translation>已取消：没有得出结论。</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>where, what</comment>
        <translation>%1：%2</translation>
    </message>
    <message numerus="yes">
        <source>%n place(s) are not as they were written. First: %1. Keep everything as it is and tell the auditor.</source>
        <translation>
            <numerusform>有 %n 处与写入时不同。第一处：%1。请保持一切原状，并通知审计人员。</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 rows in %2 chains are as they were written.</source>
        <translation>%2 条链中的 %1 行均与写入时相同。</translation>
    </message>
    <message>
        <source>There is no connection.</source>
        <translation>没有连接。</translation>
    </message>
    <message>
        <source>Verifying needs the role %1; onceoverctl audit verify does the same.</source>
        <translation>验证需要 %1 角色；onceoverctl audit verify 可做同样的事。</translation>
    </message>
    <message>
        <source>Who looked stands in the chain.</source>
        <translation>检验人已记录在链中。</translation>
    </message>
</context>
<context>
    <name>VerifyCommand</name>
    <message>
        <source>one operation per natural key</source>
        <translation>每个自然键只有一笔操作</translation>
    </message>
    <message>
        <source>legs sum to zero, once each, never paid and given back</source>
        <translation>分录合计为零，各一次，绝不既付又退</translation>
    </message>
    <message>
        <source>each balance is the sum of its entries</source>
        <translation>每个余额等于其分录之和</translation>
    </message>
    <message>
        <source>each success has exactly one effect outside, and no effect is without its operation</source>
        <translation>每次成功恰有一次外部生效，没有无主的生效</translation>
    </message>
    <message>
        <source>operations, ledger, outbox, answers and outside book agree</source>
        <translation>操作、账簿、发件箱、应答与外部账本一致</translation>
    </message>
    <message>
        <source>nothing is stuck without being listed</source>
        <translation>没有未列出的卡滞</translation>
    </message>
    <message>
        <source>keys are the computed ones, and nothing was sent again unasked</source>
        <translation>键均为计算所得，没有未经查询的重发</translation>
    </message>
    <message>
        <source>dead letters, compensations and revisions point to their originals</source>
        <translation>死信、补偿和修订均指向其原始操作</translation>
    </message>
    <message>
        <source>batch counts equal their operations</source>
        <translation>批次笔数等于其操作</translation>
    </message>
    <message>
        <source>the audit chains are unbroken</source>
        <translation>审计链完整无断</translation>
    </message>
    <message>
        <source>no approval by its maker, none executed twice</source>
        <translation>没有自提自批，没有执行两次</translation>
    </message>
    <message>
        <source>nothing began under a freeze</source>
        <translation>冻结期间没有开始任何工作</translation>
    </message>
    <message>
        <source>each item is settled once, and a settlement equals its items</source>
        <translation>每个明细只结算一次，结算金额等于其明细</translation>
    </message>
    <message>
        <source>The book of %1 (%2) could not be read: for this channel I4 and I5 rest on recorded answers alone. %3</source>
        <translation>无法读取 %1（%2）的账本：该渠道的 I4 和 I5 仅依据已记录的应答。%3</translation>
    </message>
    <message>
        <source>✔ holds</source>
        <translation>✔ 成立</translation>
    </message>
    <message>
        <source>✖ broken</source>
        <translation>✖ 被破坏</translation>
    </message>
    <message>
        <source>and %1 more</source>
        <translation>另有 %1 项</translation>
    </message>
    <message>
        <source>%1 of %2 promises hold.</source>
        <translation>%2 项承诺中 %1 项成立。</translation>
    </message>
    <message>
        <source>Not proved: with --quiescent every outside book must be read. Start the bank, or run it without.</source>
        <translation>未证实：使用 --quiescent 时必须能读取每个外部账本。请启动银行，或不带该选项运行。</translation>
    </message>
    <message>
        <source>Stopped before every promise was looked at: this proves nothing.</source>
        <translation>尚未查完所有承诺就已停止：这不能证明任何事。</translation>
    </message>
    <message>
        <source>Fewer than %1 connections looked: %2</source>
        <translation>参与检查的连接少于 %1 个：%2</translation>
    </message>
    <message>
        <source>%1 of %2 looks done</source>
        <translation>已完成 %1/%2 次查看</translation>
    </message>
</context>
<context>
    <name>WatchCommand</name>
    <message>
        <source>key %1 · %2</source>
        <translation>键 %1 · %2</translation>
    </message>
    <message>
        <source>seen by %1</source>
        <translation>%1 已看到</translation>
    </message>
    <message>
        <source>went to the next contact, times: %1</source>
        <translation>已升级给下一联系人，次数：%1</translation>
    </message>
    <message>
        <source>--ack takes the number of an alert, as the list shows it.</source>
        <translation>--ack 需要列表中显示的告警编号。</translation>
    </message>
    <message>
        <source>Alert %1: seen by %2.</source>
        <translation>告警 %1：%2 已看到。</translation>
    </message>
    <message>
        <source>key %1 · %2 · %3 attempts · %4</source>
        <translation>键 %1 · %2 · 尝试 %3 次 · %4</translation>
    </message>
    <message>
        <source>No alert is open.</source>
        <translation>没有未关闭的告警。</translation>
    </message>
    <message>
        <source>--older takes a span like 24h, 30min or 2d.</source>
        <translation>--older 需要形如 24h、30min 或 2d 的时长。</translation>
    </message>
    <message>
        <source>No dead letter waits.</source>
        <translation>没有待处理的死信。</translation>
    </message>
</context>
<context>
    <name>WorkPages</name>
    <message>
        <source>Not resolved</source>
        <translation>未解决</translation>
    </message>
    <message>
        <source>Outbox</source>
        <comment>page</comment>
        <translation>发件箱</translation>
    </message>
    <message>
        <source>All open</source>
        <translation>全部未完成</translation>
    </message>
    <message>
        <source>Reconciliation</source>
        <comment>page</comment>
        <translation>对账</translation>
    </message>
    <message>
        <source>Runs</source>
        <comment>page</comment>
        <translation>运行</translation>
    </message>
    <message>
        <source>Run key begins with</source>
        <translation>运行键开头</translation>
    </message>
    <message>
        <source>Worker begins with</source>
        <translation>工作进程开头</translation>
    </message>
    <message>
        <source>Not over</source>
        <translation>未结束</translation>
    </message>
    <message>
        <source>Audit</source>
        <comment>page</comment>
        <translation>审计</translation>
    </message>
    <message>
        <source>Who, target, ticket or id begins with</source>
        <translation>何人、对象、工单或标识的开头</translation>
    </message>
    <message>
        <source>Statement number, or reference begins with</source>
        <translation>对账单编号，或参考号的开头</translation>
    </message>
    <message>
        <source>Any answer</source>
        <translation>任何答复</translation>
    </message>
    <message>
        <source>Key, operation, reference or channel begins with</source>
        <translation>键、操作、参考号或渠道以此开头</translation>
    </message>
</context>
<context>
    <name>WorkText</name>
    <message>
        <source>This program does not know this value. A newer version of Onceover may have written it.</source>
        <translation>本程序不认识这个值，可能由更新版本的 Onceover 写入。</translation>
    </message>
    <message>
        <source>Open</source>
        <comment>dead letter</comment>
        <translation>未处理</translation>
    </message>
    <message>
        <source>Nobody has decided about it yet.</source>
        <translation>还没有人作出决定。</translation>
    </message>
    <message>
        <source>Replay asked for</source>
        <comment>dead letter</comment>
        <translation>已提请重放</translation>
    </message>
    <message>
        <source>A replay under the original keys waits for a second person.</source>
        <translation>以原键重放的请求在等第二个人审批。</translation>
    </message>
    <message>
        <source>Compensation asked for</source>
        <comment>dead letter</comment>
        <translation>已提请补偿</translation>
    </message>
    <message>
        <source>A compensation waits for a second person.</source>
        <translation>补偿请求在等第二个人审批。</translation>
    </message>
    <message>
        <source>Resolved</source>
        <comment>dead letter</comment>
        <translation>已解决</translation>
    </message>
    <message>
        <source>It is settled how.</source>
        <translation>处理方式已定。</translation>
    </message>
    <message>
        <source>Alive</source>
        <comment>worker</comment>
        <translation>存活</translation>
    </message>
    <message>
        <source>Seen within the last 30 seconds.</source>
        <translation>最近 30 秒内有心跳。</translation>
    </message>
    <message>
        <source>Gone</source>
        <comment>worker</comment>
        <translation>失联</translation>
    </message>
    <message>
        <source>No heartbeat for over 30 seconds and no goodbye; what it held is taken over when its leases end.</source>
        <translation>超过 30 秒没有心跳也没有告别；租约结束后由他人接管。</translation>
    </message>
    <message>
        <source>Stopped</source>
        <comment>worker</comment>
        <translation>已停止</translation>
    </message>
    <message>
        <source>It stopped cleanly and gave its work back.</source>
        <translation>已正常停止并交还工作。</translation>
    </message>
    <message>
        <source>Open</source>
        <comment>difference</comment>
        <translation>未解决</translation>
    </message>
    <message>
        <source>A person decides; nothing is repaired by itself.</source>
        <translation>由人决定；不会自动修复。</translation>
    </message>
    <message>
        <source>Resolved</source>
        <comment>difference</comment>
        <translation>已解决</translation>
    </message>
    <message>
        <source>The books agree again, or an approved act explained it.</source>
        <translation>账目已重新一致，或已由经审批的操作说明。</translation>
    </message>
    <message>
        <source>Open</source>
        <comment>alert</comment>
        <translation>未处理</translation>
    </message>
    <message>
        <source>Acknowledged</source>
        <comment>alert</comment>
        <translation>已确认</translation>
    </message>
    <message>
        <source>Somebody looks after it; its cause still stands.</source>
        <translation>有人在处理；原因仍在。</translation>
    </message>
    <message>
        <source>Over</source>
        <comment>alert</comment>
        <translation>已结束</translation>
    </message>
    <message>
        <source>Its cause is gone.</source>
        <translation>原因已消失。</translation>
    </message>
    <message>
        <source>never sent</source>
        <translation>从未发出</translation>
    </message>
    <message>
        <source>refused by the bank</source>
        <translation>被银行拒绝</translation>
    </message>
    <message>
        <source>other bytes under the key</source>
        <translation>同键不同报文</translation>
    </message>
    <message>
        <source>accepted, but differs</source>
        <translation>已接受但不一致</translation>
    </message>
    <message>
        <source>outcome unknown</source>
        <translation>结果未知</translation>
    </message>
    <message>
        <source>The message provably never left, and its attempts are spent. The money is on hold.</source>
        <translation>消息可证明从未发出，尝试次数已用完。资金处于冻结。</translation>
    </message>
    <message>
        <source>The bank refused it for good; the money on hold was given back to the merchant.</source>
        <translation>银行已最终拒绝；冻结的资金已退回商户。</translation>
    </message>
    <message>
        <source>The bank knows this key with other bytes. That is our fault; a new key is never made.</source>
        <translation>银行已有此键但报文不同。这是我方的错误；绝不会生成新键。</translation>
    </message>
    <message>
        <source>The bank accepted another amount or currency than ours. The books differ until a person decides.</source>
        <translation>银行接受的金额或币种与我方不同。在有人决定之前账目不一致。</translation>
    </message>
    <message>
        <source>The bank may or may not have executed it, and asking has not told. It is neither success nor failure.</source>
        <translation>银行可能已执行也可能没有，查询也没有结果。既不是成功也不是失败。</translation>
    </message>
    <message>
        <source>It breaks a business rule. Its batch was stopped and frozen.</source>
        <translation>违反业务规则。其批次已停止并冻结。</translation>
    </message>
    <message>
        <source>Its own data is wrong. Only this operation stopped; nothing was sent.</source>
        <translation>自身数据有误。只有此操作停止；没有发送任何内容。</translation>
    </message>
    <message>
        <source>Our own fault. Its batch was stopped and frozen until the program is mended.</source>
        <translation>我方程序的错误。其批次已停止并冻结，直到程序修复。</translation>
    </message>
    <message>
        <source>It failed in passing until its attempts or its time were spent. Nothing was sent.</source>
        <translation>一再暂时失败，直到次数或时间用完。没有发送任何内容。</translation>
    </message>
    <message>
        <source>Three workers vanished while holding it alone; it may be what ends them.</source>
        <translation>三个工作进程在单独持有它时失联；可能正是它导致的。</translation>
    </message>
    <message>
        <source>It was established that the bank did not execute it; the money on hold was given back.</source>
        <translation>已查明银行没有执行；冻结的资金已退回。</translation>
    </message>
    <message>
        <source>It is not tried any more and waits for a person.</source>
        <translation>不再尝试，等人处理。</translation>
    </message>
    <message>
        <source>Nothing: it is resolved.</source>
        <translation>无需处理：已解决。</translation>
    </message>
    <message>
        <source>The bank says that it executed it: a replay is out of the question. What is wrong is made good by an approved compensation.</source>
        <translation>银行答复已执行：不能重放。有误之处由经审批的补偿纠正。</translation>
    </message>
    <message>
        <source>The money was given back: no replay, only an approved revision with the same items.</source>
        <translation>资金已退回：不能重放，只能用相同明细做经审批的修订。</translation>
    </message>
    <message>
        <source>First the bank&apos;s statement: executed or not. Then an approved resolution from that evidence; it cannot be dismissed.</source>
        <translation>先查银行对账单：是否已执行。再据此做经审批的裁定；不能直接忽略。</translation>
    </message>
    <message>
        <source>An approved replay sends the same bytes under the same key. The bank then sees one order.</source>
        <translation>经审批的重放以同一个键发送相同报文。银行只会看到一个指令。</translation>
    </message>
    <message>
        <source>An approved batch recovery starts the run again under its own key.</source>
        <translation>经审批的批次恢复以原键重新开始运行。</translation>
    </message>
    <message>
        <source>After its cause is mended an approved replay arms the same operation again under its original keys.</source>
        <translation>原因修复后，经审批的重放以原键重新启动同一操作。</translation>
    </message>
    <message>
        <source>A freeze is in force: nobody takes it over before the lift.</source>
        <translation>冻结生效中：解冻之前没有人接管。</translation>
    </message>
    <message>
        <source>No worker with the duty settler is alive: nothing happens until one starts.</source>
        <translation>没有存活的结算工作进程：启动之前什么都不会发生。</translation>
    </message>
    <message>
        <source>The next claim takes it alone, as version %1. If that worker vanishes too, it fails for good and becomes a dead letter.</source>
        <translation>下次认领将单独接管，版本为 %1。如果该进程也失联，则永久失败并成为死信。</translation>
    </message>
    <message>
        <source>It lost its worker before: the next claim takes it alone, as version %1.</source>
        <translation>之前曾失去工作进程：下次认领将单独接管，版本为 %1。</translation>
    </message>
    <message>
        <source>The next claim of any settler takes it over as version %1; the former holder can do no work with it any more.</source>
        <translation>任一结算进程下次认领时接管，版本为 %1；原持有者不能再对它做任何工作。</translation>
    </message>
    <message>
        <source>stopped</source>
        <comment>holder</comment>
        <translation>已停止</translation>
    </message>
    <message>
        <source>The worker stopped; it should have given this back.</source>
        <translation>该进程已停止；本应交还。</translation>
    </message>
    <message>
        <source>unknown</source>
        <comment>holder</comment>
        <translation>未知</translation>
    </message>
    <message>
        <source>No heartbeat of this worker is known.</source>
        <translation>没有该进程的心跳记录。</translation>
    </message>
    <message>
        <source>gone</source>
        <comment>holder</comment>
        <translation>失联</translation>
    </message>
    <message>
        <source>No heartbeat for over 30 seconds.</source>
        <translation>超过 30 秒没有心跳。</translation>
    </message>
    <message>
        <source>late</source>
        <comment>holder</comment>
        <translation>迟缓</translation>
    </message>
    <message>
        <source>The worker is alive but did not renew this lease in time.</source>
        <translation>该进程存活，但没有及时续租。</translation>
    </message>
    <message>
        <source>Held by a freeze in force: nothing is sent before the lift. Asking the bank goes on.</source>
        <translation>被生效中的冻结拦住：解冻之前不发送。查询银行照常进行。</translation>
    </message>
    <message>
        <source>Waits until then before it may be sent.</source>
        <translation>到那时才可发送。</translation>
    </message>
    <message>
        <source>The next free sender takes it.</source>
        <translation>由下一个空闲的发送者处理。</translation>
    </message>
    <message>
        <source>On its way: marked before the bytes left. If the sender vanishes, the outcome is unknown and the bank is asked.</source>
        <translation>发送中：发出之前已标记。如果发送者失联，结果即为未知并查询银行。</translation>
    </message>
    <message>
        <source>The bank is asked under the same key. Nothing is sent again before it says that it never saw it, and the profile allows it.</source>
        <translation>以同一个键查询银行。在银行答复从未见过且档案允许之前不会重发。</translation>
    </message>
    <message>
        <source>Other bytes under a known key are refused.</source>
        <translation>同键不同报文会被拒绝。</translation>
    </message>
    <message>
        <source>Other bytes under a known key get the old answer.</source>
        <translation>同键不同报文返回旧答复。</translation>
    </message>
    <message>
        <source>The key is ignored: each send may be executed.</source>
        <translation>忽略键：每次发送都可能执行。</translation>
    </message>
    <message>
        <source>A repeat while the first is under way is turned away.</source>
        <translation>首次处理期间的重复会被拒绝。</translation>
    </message>
    <message>
        <source>A repeat while the first is under way waits for it.</source>
        <translation>首次处理期间的重复会等待其结束。</translation>
    </message>
    <message>
        <source>A repeat while the first is under way may be executed as well.</source>
        <translation>首次处理期间的重复也可能被执行。</translation>
    </message>
    <message>
        <source>A failed answer (5xx) is kept under the key.</source>
        <translation>失败答复（5xx）会保存在键下。</translation>
    </message>
    <message>
        <source>A failed answer (5xx) is not kept.</source>
        <translation>失败答复（5xx）不会保存。</translation>
    </message>
    <message>
        <source>Asking tells the truth: “never seen” is certain.</source>
        <translation>查询可信：“从未见过”是确定的。</translation>
    </message>
    <message>
        <source>Asking tells the truth after %1.</source>
        <translation>查询在 %1后可信。</translation>
    </message>
    <message>
        <source>It cannot be asked.</source>
        <translation>无法查询。</translation>
    </message>
    <message>
        <source>It executes at most %1 late.</source>
        <translation>最多延迟 %1执行。</translation>
    </message>
    <message>
        <source>It promises no limit for late execution.</source>
        <translation>不承诺延迟执行的上限。</translation>
    </message>
    <message>
        <source>A refusal is final.</source>
        <translation>拒绝是最终的。</translation>
    </message>
    <message>
        <source>A refusal may be tried again under the same key.</source>
        <translation>拒绝后可用同一个键再试。</translation>
    </message>
    <message>
        <source>It ignores the key.</source>
        <translation>它忽略键。</translation>
    </message>
    <message>
        <source>It executes a repeat while the first is under way.</source>
        <translation>首次处理期间它会执行重复的指令。</translation>
    </message>
    <message>
        <source>It cannot be asked whether it saw a key.</source>
        <translation>无法查询它是否见过某个键。</translation>
    </message>
    <message>
        <source>It gives no limit for late execution.</source>
        <translation>它不给出延迟执行的上限。</translation>
    </message>
    <message>
        <source>It forgets a key (%1) before late execution and the retry schedule (%2) have passed.</source>
        <translation>它忘记键的时间（%1）早于延迟执行加重试计划（%2）。</translation>
    </message>
    <message>
        <source>missing here</source>
        <translation>我方缺失</translation>
    </message>
    <message>
        <source>missing there</source>
        <translation>对方缺失</translation>
    </message>
    <message>
        <source>another amount</source>
        <translation>金额不同</translation>
    </message>
    <message>
        <source>another currency</source>
        <translation>币种不同</translation>
    </message>
    <message>
        <source>executed twice</source>
        <translation>执行了两次</translation>
    </message>
    <message>
        <source>booked late</source>
        <translation>入账延迟</translation>
    </message>
    <message>
        <source>contradicts what is final</source>
        <translation>与最终状态矛盾</translation>
    </message>
    <message>
        <source>reference of another operation</source>
        <translation>流水号属于另一操作</translation>
    </message>
    <message>
        <source>another count</source>
        <translation>笔数不同</translation>
    </message>
    <message>
        <source>charged, not extended</source>
        <translation>已扣款未续期</translation>
    </message>
    <message>
        <source>extended, not charged</source>
        <translation>已续期未扣款</translation>
    </message>
    <message>
        <source>more than %1</source>
        <comment>rows in all</comment>
        <translation>超过 %1</translation>
    </message>
    <message>
        <source>%1 in all, as of %2</source>
        <comment>rows, time</comment>
        <translation>共 %1 条，截至 %2</translation>
    </message>
    <message>
        <source>%1 rows loaded of %2, as of %3</source>
        <translation>已载入 %1 条，共 %2 条，截至 %3</translation>
    </message>
    <message>
        <source>rows %1–%2 of %3, as of %4</source>
        <translation>第 %1–%2 条，共 %3 条，截至 %4</translation>
    </message>
    <message>
        <source>Checked %1.</source>
        <translation>检查于 %1。</translation>
    </message>
    <message>
        <source>Nobody has acknowledged it. One of grade P0 goes to the next contact, and to the last of them a few times; then it only stands here.</source>
        <translation>还没有人确认。P0 级的会转给下一位联系人，对最后一位重复几次；之后只留在这里。</translation>
    </message>
    <message>
        <source>came back from the bank</source>
        <translation>银行退回</translation>
    </message>
    <message>
        <source>by task</source>
        <translation>按任务</translation>
    </message>
    <message>
        <source>by worker</source>
        <translation>按工作进程</translation>
    </message>
    <message>
        <source>by class</source>
        <translation>按类别</translation>
    </message>
    <message>
        <source>no worker</source>
        <translation>无工作进程</translation>
    </message>
</context>
<context>
    <name>onceover::models::BatchTableModel</name>
    <message>
        <source>Batch</source>
        <comment>column</comment>
        <translation>批次</translation>
    </message>
    <message>
        <source>The run key that the batch settles: job, scope and business period.</source>
        <translation>批次所结算的运行键：作业、范围和业务期间。</translation>
    </message>
    <message>
        <source>State</source>
        <comment>column</comment>
        <translation>状态</translation>
    </message>
    <message>
        <source>Where the batch stands. Completed is final: it is never run again.</source>
        <translation>批次所处的状态。已完成即为最终状态，绝不会再次运行。</translation>
    </message>
    <message>
        <source>Done</source>
        <comment>column</comment>
        <translation>完成</translation>
    </message>
    <message>
        <source>Operations that succeeded, of all operations of the batch.</source>
        <translation>成功的操作数，占批次全部操作。</translation>
    </message>
    <message>
        <source>Unknown</source>
        <comment>column</comment>
        <translation>未知</translation>
    </message>
    <message>
        <source>Operations whose result at the bank is not known.</source>
        <translation>银行结果未知的操作。</translation>
    </message>
    <message>
        <source>Dead letters</source>
        <comment>column</comment>
        <translation>死信</translation>
    </message>
    <message>
        <source>Unresolved dead letters of the batch.</source>
        <translation>批次中未处理的死信。</translation>
    </message>
    <message>
        <source>Amount</source>
        <comment>column</comment>
        <translation>金额</translation>
    </message>
    <message>
        <source>Sum of the operations&apos; amounts, per currency; never added across currencies.</source>
        <translation>操作金额之和，按币种分列，绝不跨币种相加。</translation>
    </message>
    <message>
        <source>Counts</source>
        <comment>column</comment>
        <translation>笔数</translation>
    </message>
    <message>
        <source>Do operations, ledger, outbox and accepted answers agree by count?</source>
        <translation>操作、账簿、发件箱与受理应答的笔数是否相符？</translation>
    </message>
    <message>
        <source>Last check</source>
        <comment>column</comment>
        <translation>上次核对</translation>
    </message>
    <message>
        <source>When the batch was last reconciled. Not sortable: it has no index.</source>
        <translation>批次上次对账的时间。没有索引，不能排序。</translation>
    </message>
    <message>
        <source>Amounts</source>
        <comment>column</comment>
        <translation>金额核对</translation>
    </message>
    <message>
        <source>Do operations, ledger, outbox and accepted answers agree by amount, per currency?</source>
        <translation>操作、账簿、发件箱与受理应答的金额是否按币种相符？</translation>
    </message>
    <message>
        <source>Job</source>
        <comment>column</comment>
        <translation>作业</translation>
    </message>
    <message>
        <source>The job that the batch belongs to.</source>
        <translation>批次所属的作业。</translation>
    </message>
    <message>
        <source>Business date</source>
        <comment>column</comment>
        <translation>业务日期</translation>
    </message>
    <message>
        <source>The day that is settled, a plain date in the job&apos;s zone.</source>
        <translation>所结算的日期，按作业所在时区的普通日期。</translation>
    </message>
    <message>
        <source>Scope</source>
        <comment>column</comment>
        <translation>范围</translation>
    </message>
    <message>
        <source>The job&apos;s scope; empty for all.</source>
        <translation>作业的范围；空表示全部。</translation>
    </message>
    <message>
        <source>Grade</source>
        <comment>column</comment>
        <translation>等级</translation>
    </message>
    <message>
        <source>P0: money. P1: everything else.</source>
        <translation>P0：涉及资金。P1：其他。</translation>
    </message>
    <message>
        <source>Triggered</source>
        <comment>column</comment>
        <translation>触发</translation>
    </message>
    <message>
        <source>How many triggers led to this run.</source>
        <translation>有多少次触发指向此运行。</translation>
    </message>
    <message>
        <source>Executed</source>
        <comment>column</comment>
        <translation>执行</translation>
    </message>
    <message>
        <source>How many attempts worked on it.</source>
        <translation>有多少次尝试处理过它。</translation>
    </message>
    <message>
        <source>Took effect</source>
        <comment>column</comment>
        <translation>生效</translation>
    </message>
    <message>
        <source>Accepted effects of its operations; each operation takes effect at most once.</source>
        <translation>其操作被认可的生效次数；每笔操作最多生效一次。</translation>
    </message>
    <message>
        <source>Created</source>
        <comment>column</comment>
        <translation>创建时间</translation>
    </message>
    <message>
        <source>When the run inserted the batch.</source>
        <translation>运行写入批次的时间。</translation>
    </message>
    <message>
        <source>Finished</source>
        <comment>column</comment>
        <translation>结束时间</translation>
    </message>
    <message>
        <source>When it was completed or failed.</source>
        <translation>完成或失败的时间。</translation>
    </message>
    <message>
        <source>Reason</source>
        <comment>column</comment>
        <translation>原因</translation>
    </message>
    <message>
        <source>Why it stands where it stands.</source>
        <translation>为何处于当前状态。</translation>
    </message>
    <message>
        <source>%1 / %2</source>
        <comment>done of total</comment>
        <translation>%1 / %2</translation>
    </message>
</context>
<context>
    <name>onceover::models::DayCountModel</name>
    <message>
        <source>Business date</source>
        <comment>column</comment>
        <translation>业务日期</translation>
    </message>
    <message>
        <source>The day that was settled, a plain date.</source>
        <translation>已结算的日期，普通日期。</translation>
    </message>
    <message>
        <source>Succeeded</source>
        <comment>column</comment>
        <translation>成功</translation>
    </message>
    <message>
        <source>Operations of that day that took effect.</source>
        <translation>当日已生效的操作。</translation>
    </message>
    <message>
        <source>Amount</source>
        <comment>column</comment>
        <translation>金额</translation>
    </message>
    <message>
        <source>Sum of their amounts, per currency; never added across currencies.</source>
        <translation>金额之和，按币种分列，绝不跨币种相加。</translation>
    </message>
</context>
<context>
    <name>onceover::models::HourCountModel</name>
    <message>
        <source>Hour</source>
        <comment>column</comment>
        <translation>小时</translation>
    </message>
    <message>
        <source>Begin of the hour, by the database&apos;s clock.</source>
        <translation>该小时的开始，以数据库时钟为准。</translation>
    </message>
    <message>
        <source>Succeeded</source>
        <comment>column</comment>
        <translation>成功</translation>
    </message>
    <message>
        <source>Operations that took effect within the hour.</source>
        <translation>该小时内生效的操作。</translation>
    </message>
    <message>
        <source>Failed</source>
        <comment>column</comment>
        <translation>失败</translation>
    </message>
    <message>
        <source>Operations that failed for good within the hour.</source>
        <translation>该小时内永久失败的操作。</translation>
    </message>
    <message>
        <source>Unknown</source>
        <comment>column</comment>
        <translation>未知</translation>
    </message>
    <message>
        <source>Operations that became unknown at the bank within the hour.</source>
        <translation>该小时内变为银行结果未知的操作。</translation>
    </message>
</context>
<context>
    <name>onceover::models::OperationTableModel</name>
    <message>
        <source>Operation</source>
        <comment>column</comment>
        <translation>操作</translation>
    </message>
    <message>
        <source>The operation&apos;s id, computed from its natural key; a lost row computes the same id again.</source>
        <translation>操作编号，由自然键计算得出；丢失的行会再次算出同一编号。</translation>
    </message>
    <message>
        <source>State</source>
        <comment>column</comment>
        <translation>状态</translation>
    </message>
    <message>
        <source>Where the operation stands. Unknown at bank is neither success nor failure.</source>
        <translation>操作所处的状态。银行结果未知既不是成功也不是失败。</translation>
    </message>
    <message>
        <source>Merchant</source>
        <comment>column</comment>
        <translation>商户</translation>
    </message>
    <message>
        <source>Who is settled: number and name.</source>
        <translation>结算对象：编号和名称。</translation>
    </message>
    <message>
        <source>Business date</source>
        <comment>column</comment>
        <translation>业务日期</translation>
    </message>
    <message>
        <source>The day that is settled, a plain date in the merchant&apos;s zone.</source>
        <translation>所结算的日期，按商户所在时区的普通日期。</translation>
    </message>
    <message>
        <source>Amount</source>
        <comment>column</comment>
        <translation>金额</translation>
    </message>
    <message>
        <source>The signed sum of its items; it never changes.</source>
        <translation>其明细的带符号合计，绝不改变。</translation>
    </message>
    <message>
        <source>Attempts</source>
        <comment>column</comment>
        <translation>尝试</translation>
    </message>
    <message>
        <source>Next</source>
        <comment>column</comment>
        <translation>下一步</translation>
    </message>
    <message>
        <source>When it is tried again, or when the lease of its worker ends.</source>
        <translation>下次重试的时间，或其工作进程租约的到期时间。</translation>
    </message>
    <message>
        <source>Updated</source>
        <comment>column</comment>
        <translation>更新时间</translation>
    </message>
    <message>
        <source>When its row last changed. Not sortable: it has no index.</source>
        <translation>该行上次变化的时间。没有索引，不能排序。</translation>
    </message>
    <message>
        <source>Type</source>
        <comment>column</comment>
        <translation>类型</translation>
    </message>
    <message>
        <source>Kind of settlement.</source>
        <translation>结算种类。</translation>
    </message>
    <message>
        <source>Worker</source>
        <comment>column</comment>
        <translation>工作进程</translation>
    </message>
    <message>
        <source>Who holds it under a lease; set exactly while it is processing.</source>
        <translation>凭租约持有它的进程；仅在执行中时有值。</translation>
    </message>
    <message>
        <source>Version</source>
        <comment>column</comment>
        <translation>版本</translation>
    </message>
    <message>
        <source>The fencing token: grows by one at each claim and each fence.</source>
        <translation>隔离令牌：每次领取和每次隔离加一。</translation>
    </message>
    <message>
        <source>Channel</source>
        <comment>column</comment>
        <translation>渠道</translation>
    </message>
    <message>
        <source>Where it is paid through.</source>
        <translation>付款所经的渠道。</translation>
    </message>
    <message>
        <source>Bank reference</source>
        <comment>column</comment>
        <translation>银行参考号</translation>
    </message>
    <message>
        <source>The bank&apos;s own number of the accepted effect.</source>
        <translation>银行对已受理生效的编号。</translation>
    </message>
    <message>
        <source>Failure</source>
        <comment>column</comment>
        <translation>失败类别</translation>
    </message>
    <message>
        <source>Why it failed for good.</source>
        <translation>永久失败的原因。</translation>
    </message>
    <message>
        <source>Last error</source>
        <comment>column</comment>
        <translation>最近错误</translation>
    </message>
    <message>
        <source>What went wrong last, in the words of whoever said it.</source>
        <translation>最近一次出错的内容，按原话记录。</translation>
    </message>
    <message>
        <source>Batch</source>
        <comment>column</comment>
        <translation>批次</translation>
    </message>
    <message>
        <source>The run key of its batch.</source>
        <translation>其批次的运行键。</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <comment>merchant number, name</comment>
        <translation>%1 %2</translation>
    </message>
    <message>
        <source>in %1</source>
        <comment>time until</comment>
        <translation>%1后</translation>
    </message>
    <message>
        <source>overdue %1</source>
        <comment>since</comment>
        <translation>超时 %1</translation>
    </message>
    <message>
        <source>due now</source>
        <translation>现在到期</translation>
    </message>
    <message>
        <source>How often it was claimed, hand-backs included.</source>
        <translation>被领取的次数，包括交还的。</translation>
    </message>
</context>
<context>
    <name>onceover::models::StateCountModel</name>
    <message>
        <source>State</source>
        <comment>column</comment>
        <translation>状态</translation>
    </message>
    <message>
        <source>State of the operations counted.</source>
        <translation>所统计操作的状态。</translation>
    </message>
    <message>
        <source>Operations</source>
        <comment>column</comment>
        <translation>操作</translation>
    </message>
    <message>
        <source>How many operations stand in this state; the sum is the whole table.</source>
        <translation>处于该状态的操作数；合计为全表。</translation>
    </message>
    <message>
        <source>Share</source>
        <comment>column</comment>
        <translation>占比</translation>
    </message>
    <message>
        <source>Share of all operations.</source>
        <translation>占全部操作的比例。</translation>
    </message>
    <message>
        <source>Amount</source>
        <comment>column</comment>
        <translation>金额</translation>
    </message>
    <message>
        <source>Sum of their amounts, per currency; never added across currencies.</source>
        <translation>金额之和，按币种分列，绝不跨币种相加。</translation>
    </message>
    <message>
        <source>%1 %</source>
        <comment>percent</comment>
        <translation>%1%</translation>
    </message>
</context>
<context>
    <name>onceover::models::WorkerTableModel</name>
    <message>
        <source>Worker</source>
        <comment>column</comment>
        <translation>工作进程</translation>
    </message>
    <message>
        <source>One incarnation of one worker process.</source>
        <translation>一个工作进程的一次运行。</translation>
    </message>
    <message>
        <source>State</source>
        <comment>column</comment>
        <translation>状态</translation>
    </message>
    <message>
        <source>Alive: its last heartbeat is younger than the limit, by the database&apos;s clock, and it was not stopped.</source>
        <translation>在线：最近心跳在时限内（以数据库时钟为准），且未停止。</translation>
    </message>
    <message>
        <source>Duties</source>
        <comment>column</comment>
        <translation>职责</translation>
    </message>
    <message>
        <source>What it does, each under its own login.</source>
        <translation>所承担的工作，各用自己的登录名。</translation>
    </message>
    <message>
        <source>Last seen</source>
        <comment>column</comment>
        <translation>最近出现</translation>
    </message>
    <message>
        <source>When its last heartbeat came.</source>
        <translation>最近一次心跳的时间。</translation>
    </message>
    <message>
        <source>%1 ago</source>
        <translation>%1前</translation>
    </message>
</context>
<context>
    <name>onceover::models::WorklistModel</name>
    <message>
        <source>Grade</source>
        <comment>column</comment>
        <translation>等级</translation>
    </message>
    <message>
        <source>P0: money. P1: everything else.</source>
        <translation>P0：涉及资金。P1：其他。</translation>
    </message>
    <message>
        <source>Why</source>
        <comment>column</comment>
        <translation>原因</translation>
    </message>
    <message>
        <source>Why it needs a person.</source>
        <translation>为何需要人工处理。</translation>
    </message>
    <message>
        <source>What</source>
        <comment>column</comment>
        <translation>对象</translation>
    </message>
    <message>
        <source>The operation or batch in question.</source>
        <translation>所涉及的操作或批次。</translation>
    </message>
    <message>
        <source>Age</source>
        <comment>column</comment>
        <translation>时长</translation>
    </message>
    <message>
        <source>For how long it has been waiting, by the database&apos;s clock.</source>
        <translation>已等待的时长，以数据库时钟为准。</translation>
    </message>
    <message>
        <source>Amount</source>
        <comment>column</comment>
        <translation>金额</translation>
    </message>
    <message>
        <source>Money at risk.</source>
        <translation>存在风险的金额。</translation>
    </message>
    <message>
        <source>Key</source>
        <comment>column</comment>
        <translation>键</translation>
    </message>
    <message>
        <source>Operation id, its first eight characters, or batch key; copying gives all of it.</source>
        <translation>操作编号（显示前八个字符）或批次键；复制时为完整内容。</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>what, kind of difference</comment>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>batch, state</comment>
        <translation>%1：%2</translation>
    </message>
</context>
<context>
    <name>onceover::views::AcknowledgeDialog</name>
    <message>
        <source>Said; waiting for the answer.</source>
        <translation>已发出；等待回答。</translation>
    </message>
    <message>
        <source>Acknowledge an alert</source>
        <translation>确认告警</translation>
    </message>
    <message>
        <source>%1 · %2 · %3: %4</source>
        <comment>grade, rule, subject, last error</comment>
        <translation>%1 · %2 · %3：%4</translation>
    </message>
    <message>
        <source>You say that you look after it: it does not go to the next contact any more. The alert stays until its cause is gone. A second click is harmless.</source>
        <translation>您表示由您负责：它不再转给下一位联系人。原因消除之前告警一直保留。再次点击没有影响。</translation>
    </message>
    <message>
        <source>&amp;Reason, for the audit (may be empty)</source>
        <translation>理由，供审计（可以不填）(&amp;R)</translation>
    </message>
    <message>
        <source>Reason, for the audit</source>
        <translation>理由，供审计</translation>
    </message>
    <message>
        <source>Acknowledge   Ctrl+Enter</source>
        <translation>确认   Ctrl+Enter</translation>
    </message>
</context>
<context>
    <name>onceover::views::ActDialog</name>
    <message>
        <source>Sent; waiting for the answer.</source>
        <translation>已发送；等待答复。</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
</context>
<context>
    <name>onceover::views::AlertsPage</name>
    <message>
        <source>%1 looks after it.</source>
        <comment>person</comment>
        <translation>由 %1 负责。</translation>
    </message>
    <message>
        <source>It is over.</source>
        <translation>已经结束。</translation>
    </message>
    <message>
        <source>Acknowledge…</source>
        <translation>确认…</translation>
    </message>
    <message>
        <source>Says that you look after the chosen alert</source>
        <translation>表示由您负责所选的告警</translation>
    </message>
</context>
<context>
    <name>onceover::views::ApprovalSheet</name>
    <message>
        <source>There is no request %1.</source>
        <translation>没有请求 %1。</translation>
    </message>
    <message>
        <source>Request %1 is being read…</source>
        <translation>正在读取请求 %1…</translation>
    </message>
    <message numerus="yes">
        <source>%1 · %n item(s) · asked for by %2 at %3</source>
        <comment>kind, person, time</comment>
        <translation>
            <numerusform>%1 · %n 项 · 由 %2 于 %3 提出</numerusform>
        </translation>
    </message>
    <message>
        <source>Reason: %1</source>
        <translation>原因：%1</translation>
    </message>
    <message>
        <source>State</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>Ticket</source>
        <translation>工单</translation>
    </message>
    <message>
        <source>Totals</source>
        <translation>合计</translation>
    </message>
    <message>
        <source>Payees</source>
        <translation>收款人数</translation>
    </message>
    <message>
        <source>Expires</source>
        <translation>过期</translation>
    </message>
    <message>
        <source>Decided by</source>
        <translation>决定者</translation>
    </message>
    <message>
        <source>Decided</source>
        <translation>决定于</translation>
    </message>
    <message>
        <source>What they said</source>
        <translation>其说明</translation>
    </message>
    <message>
        <source>Executed</source>
        <translation>执行于</translation>
    </message>
    <message>
        <source>Verified</source>
        <translation>验证于</translation>
    </message>
    <message>
        <source>Open differences</source>
        <translation>未解决的差异</translation>
    </message>
    <message>
        <source>Plan (SHA-256)</source>
        <translation>计划（SHA-256）</translation>
    </message>
    <message>
        <source>After: each %1.</source>
        <comment>what an approval makes of an item</comment>
        <translation>之后：每一项%1。</translation>
    </message>
    <message>
        <source>The largest first</source>
        <translation>金额最大的在前</translation>
    </message>
    <message>
        <source>the %1 largest of %2</source>
        <translation>%2 项中最大的 %1 项</translation>
    </message>
    <message>
        <source>Request %1</source>
        <translation>请求 %1</translation>
    </message>
    <message>
        <source>&amp;Note (required to reject)</source>
        <translation>说明（驳回时必填）(&amp;N)</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>说明</translation>
    </message>
    <message>
        <source>Withdraw</source>
        <translation>撤回</translation>
    </message>
    <message>
        <source>Reject</source>
        <translation>驳回</translation>
    </message>
    <message>
        <source>Approve   Ctrl+Enter</source>
        <translation>批准   Ctrl+Enter</translation>
    </message>
    <message>
        <source>Items</source>
        <comment>heading</comment>
        <translation>项目</translation>
    </message>
    <message>
        <source>Show all %1</source>
        <translation>显示全部 %1 项</translation>
    </message>
    <message>
        <source>Save the sheet</source>
        <translation>保存审批单</translation>
    </message>
    <message>
        <source>Reading all items…</source>
        <translation>正在读取全部项目…</translation>
    </message>
    <message>
        <source>%1 · request %2</source>
        <comment>environment, number</comment>
        <translation>%1 · 请求 %2</translation>
    </message>
    <message>
        <source>It is in %1.</source>
        <comment>file</comment>
        <translation>已保存到 %1。</translation>
    </message>
    <message>
        <source>Save as PDF…</source>
        <translation>保存为 PDF…</translation>
    </message>
    <message>
        <source>Export the items…</source>
        <translation>导出项目…</translation>
    </message>
</context>
<context>
    <name>onceover::views::ApprovalsPage</name>
    <message>
        <source>Open the sheet…</source>
        <translation>打开审批单…</translation>
    </message>
    <message>
        <source>Everything about the chosen request, and the ways to decide</source>
        <translation>所选请求的全部内容，以及各种决定方式</translation>
    </message>
</context>
<context>
    <name>onceover::views::AttemptChart</name>
    <message>
        <source>No attempts</source>
        <translation>没有尝试</translation>
    </message>
    <message numerus="yes">
        <source>%n attempt(s) by %1. The table below has the same rows.</source>
        <translation>
            <numerusform>%1 的 %n 次尝试。下方表格列出相同的行。</numerusform>
        </translation>
    </message>
    <message>
        <source>Attempts over time, a lane per worker; left, right, plus and minus move and zoom</source>
        <translation>尝试时间图，每个工作进程一行；左右键移动，加减键缩放</translation>
    </message>
    <message numerus="yes">
        <source>%n more not drawn: the table has them</source>
        <translation>
            <numerusform>另有 %n 项未绘出：见下表</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 %2: %3</source>
        <comment>sign, meaning, how many</comment>
        <translation>%1 %2：%3</translation>
    </message>
</context>
<context>
    <name>onceover::views::AuditPage</name>
    <message>
        <source>Verify the chains</source>
        <translation>验证审计链</translation>
    </message>
    <message>
        <source>Judges every row of every chain against its hash and the anchors</source>
        <translation>用哈希和锚点检验每条链的每一行</translation>
    </message>
    <message>
        <source>Cancel the verification</source>
        <translation>取消验证</translation>
    </message>
    <message>
        <source>Progress of the verification</source>
        <translation>验证进度</translation>
    </message>
</context>
<context>
    <name>onceover::views::Banner</name>
    <message>
        <source>Details</source>
        <translation>详情</translation>
    </message>
    <message>
        <source>Copy details</source>
        <translation>复制详情</translation>
    </message>
    <message>
        <source>Dismiss</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Details of the message</source>
        <translation>消息详情</translation>
    </message>
</context>
<context>
    <name>onceover::views::BatchPage</name>
    <message>
        <source>Batch</source>
        <comment>page</comment>
        <translation>批次</translation>
    </message>
    <message>
        <source>Operations (%1)</source>
        <comment>tab</comment>
        <translation>操作（%1）</translation>
    </message>
    <message>
        <source>Operations</source>
        <comment>tab</comment>
        <translation>操作</translation>
    </message>
    <message>
        <source>State distribution</source>
        <comment>tab</comment>
        <translation>状态分布</translation>
    </message>
    <message>
        <source>Shards</source>
        <comment>tab</comment>
        <translation>分片</translation>
    </message>
    <message>
        <source>Audit</source>
        <comment>tab</comment>
        <translation>审计</translation>
    </message>
    <message>
        <source>Runs and attempts</source>
        <comment>tab</comment>
        <translation>运行与尝试</translation>
    </message>
    <message>
        <source>Reconciliation</source>
        <comment>tab</comment>
        <translation>对账</translation>
    </message>
    <message>
        <source>%1 (%2+)</source>
        <comment>tab, count</comment>
        <translation>%1（%2+）</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <comment>tab, count</comment>
        <translation>%1（%2）</translation>
    </message>
    <message>
        <source>triggered</source>
        <comment>once</comment>
        <translation>触发</translation>
    </message>
    <message>
        <source>reasons to run it</source>
        <comment>caption</comment>
        <translation>运行的缘由</translation>
    </message>
    <message>
        <source>Schedule, people, catch-up and replay may each ask for the run; it stays one run.</source>
        <translation>计划、人员、补跑和重放均可请求该运行；它始终是一次运行。</translation>
    </message>
    <message>
        <source>by %1</source>
        <comment>trigger source</comment>
        <translation>来自%1</translation>
    </message>
    <message>
        <source>executed</source>
        <comment>once</comment>
        <translation>执行</translation>
    </message>
    <message numerus="yes">
        <source>%n attempt(s) lost on the way</source>
        <translation>
            <numerusform>途中丢失 %n 次尝试</numerusform>
        </translation>
    </message>
    <message>
        <source>tries at the run and its shards</source>
        <translation>对运行及其分片的尝试</translation>
    </message>
    <message>
        <source>Tries at the run, and one more for each worker that was lost within a shard. Work may be done again; its effect may not.</source>
        <translation>对运行的尝试，分片内每丢失一个工作进程再加一。工作可以重做，生效不可以。</translation>
    </message>
    <message>
        <source>took effect</source>
        <comment>once</comment>
        <translation>生效</translation>
    </message>
    <message>
        <source>at most, of any operation; %1 of %2 succeeded</source>
        <comment>done, total</comment>
        <translation>单笔操作的最多次数；%2 笔中成功 %1 笔</translation>
    </message>
    <message>
        <source>The most accepted effects of any one operation. More than 1 means that money left twice.</source>
        <translation>任一操作被认可的最多生效次数。大于 1 表示资金付出了两次。</translation>
    </message>
    <message>
        <source>Triggered, executed, took effect</source>
        <translation>触发、执行、生效</translation>
    </message>
    <message>
        <source>An operation of this batch took effect %1 times. Freeze the batch and open its differences.</source>
        <translation>此批次中有一笔操作生效了 %1 次。请冻结该批次并查看其差异。</translation>
    </message>
    <message>
        <source>%1 of %2 operations succeeded (%3 %)</source>
        <comment>done, total, percent</comment>
        <translation>%2 笔操作中成功 %1 笔（%3%）</translation>
    </message>
    <message>
        <source>Amount</source>
        <translation>金额</translation>
    </message>
    <message>
        <source>Business date</source>
        <translation>业务日期</translation>
    </message>
    <message>
        <source>Job</source>
        <translation>作业</translation>
    </message>
    <message>
        <source>Grade</source>
        <translation>等级</translation>
    </message>
    <message>
        <source>Scope</source>
        <translation>范围</translation>
    </message>
    <message>
        <source>everything</source>
        <comment>scope of a batch</comment>
        <translation>全部</translation>
    </message>
    <message>
        <source>Input version</source>
        <translation>输入版本</translation>
    </message>
    <message>
        <source>Rule version</source>
        <translation>规则版本</translation>
    </message>
    <message>
        <source>Created</source>
        <translation>创建时间</translation>
    </message>
    <message>
        <source>Last check</source>
        <translation>上次核对</translation>
    </message>
    <message>
        <source>Finished</source>
        <translation>结束时间</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>运行</translation>
    </message>
    <message>
        <source>Reason</source>
        <translation>原因</translation>
    </message>
    <message>
        <source>Scheduled for</source>
        <translation>计划时间</translation>
    </message>
    <message>
        <source>On the wall</source>
        <translation>当地钟面时间</translation>
    </message>
    <message>
        <source>What the clock on the wall said when it was due, in the job&apos;s zone.</source>
        <translation>到期时作业所在时区钟面上的时间。</translation>
    </message>
    <message>
        <source>Started</source>
        <translation>开始时间</translation>
    </message>
    <message>
        <source>Ended</source>
        <translation>结束时间</translation>
    </message>
    <message>
        <source>Nothing was compared yet.</source>
        <translation>尚未对账。</translation>
    </message>
    <message>
        <source>Operations by state: %1 in all</source>
        <translation>按状态统计的操作：共 %1 笔</translation>
    </message>
    <message>
        <source>Batches</source>
        <translation>批次</translation>
    </message>
    <message>
        <source>Batch %1</source>
        <translation>批次 %1</translation>
    </message>
    <message>
        <source>Shards: what the inputs promised, and what is there</source>
        <translation>分片：输入所应有的与实际所有的</translation>
    </message>
    <message>
        <source>Its shards are not made yet.</source>
        <translation>尚未生成分片。</translation>
    </message>
    <message>
        <source>Triggers</source>
        <translation>触发</translation>
    </message>
    <message>
        <source>No trigger is recorded.</source>
        <translation>没有触发记录。</translation>
    </message>
    <message>
        <source>Attempts</source>
        <translation>尝试</translation>
    </message>
    <message>
        <source>Kept 30 days after the end</source>
        <translation>结束后保留 30 天</translation>
    </message>
    <message>
        <source>No attempt yet, or its attempts are older than 30 days.</source>
        <translation>尚无尝试，或其尝试已超过 30 天。</translation>
    </message>
    <message>
        <source>Looks</source>
        <translation>核对</translation>
    </message>
    <message>
        <source>Open differences</source>
        <translation>未结差异</translation>
    </message>
    <message>
        <source>No open difference. Enter on a difference opens its operation.</source>
        <translation>没有未结差异。在差异上按回车键可打开其操作。</translation>
    </message>
    <message>
        <source>What people and the system did to this batch</source>
        <translation>人员和系统对此批次所做的操作</translation>
    </message>
    <message>
        <source>Nobody did anything to this batch: it ran by itself.</source>
        <translation>没有人对此批次做过任何操作：它自行运行。</translation>
    </message>
    <message>
        <source>Count: %1 · Amount: %2</source>
        <translation>笔数：%1 · 金额：%2</translation>
    </message>
</context>
<context>
    <name>onceover::views::BatchesPage</name>
    <message>
        <source>Batches</source>
        <comment>page</comment>
        <translation>批次</translation>
    </message>
</context>
<context>
    <name>onceover::views::Breadcrumb</name>
    <message>
        <source>The way here</source>
        <translation>所在路径</translation>
    </message>
    <message>
        <source>Copy %1</source>
        <translation>复制 %1</translation>
    </message>
    <message>
        <source>Open %1</source>
        <translation>打开 %1</translation>
    </message>
    <message>
        <source>Copy the key</source>
        <translation>复制键</translation>
    </message>
</context>
<context>
    <name>onceover::views::CompensationDialog</name>
    <message>
        <source>Request a compensation</source>
        <translation>请求补偿</translation>
    </message>
    <message>
        <source>Did this key take effect at the bank? Look at its book, not only here.</source>
        <translation>该键在银行生效了吗？请查看银行账簿，不要只看这里。</translation>
    </message>
    <message>
        <source>&amp;Yes, its effect is there</source>
        <translation>是，效果确实存在(&amp;Y)</translation>
    </message>
    <message>
        <source>&amp;No, or I am not sure</source>
        <translation>否，或不确定(&amp;N)</translation>
    </message>
    <message>
        <source>Then there is nothing to make good yet. What had no effect is done again by a replay; what is unknown is decided first.</source>
        <translation>那么还没有需要补偿的。没有生效的用重放重做；结果未知的先裁定。</translation>
    </message>
    <message>
        <source>A new operation with a key of its own, tied to this one; this one stays as it is. Together they never make good more than it was.</source>
        <translation>以自己的键建立新操作并与本操作关联；本操作保持不变。补偿总额不会超过原金额。</translation>
    </message>
    <message>
        <source>&amp;Made good by</source>
        <translation>补偿方式(&amp;M)</translation>
    </message>
    <message>
        <source>Made good by</source>
        <translation>补偿方式</translation>
    </message>
    <message>
        <source>&amp;Amount; empty: the whole, %1</source>
        <translation>金额；留空为全部，%1(&amp;A)</translation>
    </message>
    <message>
        <source>Amount</source>
        <translation>金额</translation>
    </message>
    <message>
        <source>Number of the &amp;difference that it closes, if there is one</source>
        <translation>所关闭差异的编号（如有）(&amp;D)</translation>
    </message>
    <message>
        <source>Difference that it closes</source>
        <translation>所关闭的差异</translation>
    </message>
</context>
<context>
    <name>onceover::views::CompensationLines</name>
    <message>
        <source>Open %1</source>
        <comment>key</comment>
        <translation>打开 %1</translation>
    </message>
    <message>
        <source>Open operation %1</source>
        <translation>打开操作 %1</translation>
    </message>
</context>
<context>
    <name>onceover::views::ConnectionBanner</name>
    <message>
        <source>Retry now  F5</source>
        <translation>立即重试  F5</translation>
    </message>
    <message>
        <source>Continue on this server</source>
        <translation>在此服务器上继续</translation>
    </message>
</context>
<context>
    <name>onceover::views::CorrectionDialog</name>
    <message>
        <source>Request a correction</source>
        <translation>请求更正</translation>
    </message>
    <message>
        <source>Is the money really gone? Look at the bank&apos;s book, not only here.</source>
        <translation>资金确实已付出吗？请查看银行账簿，不要只看这里。</translation>
    </message>
    <message>
        <source>&amp;Yes, the bank&apos;s book has it</source>
        <translation>是，银行账簿中有(&amp;Y)</translation>
    </message>
    <message>
        <source>&amp;No, or I am not sure</source>
        <translation>否，或不确定(&amp;N)</translation>
    </message>
    <message>
        <source>Then there is nothing to book. Ask the bank first; the difference stays open.</source>
        <translation>那么没有需要入账的。请先询问银行，差异保持未解决。</translation>
    </message>
    <message>
        <source>%1 The amount and the reference are those of the recorded answer; nothing is sent.</source>
        <comment>meaning</comment>
        <translation>%1 金额和参考号以已记录的答复为准，不发送任何内容。</translation>
    </message>
</context>
<context>
    <name>onceover::views::DataTable</name>
    <message>
        <source>Reset columns</source>
        <translation>恢复默认列</translation>
    </message>
    <message>
        <source>Copy keys</source>
        <translation>复制键</translation>
    </message>
    <message>
        <source>Copy rows</source>
        <translation>复制行</translation>
    </message>
    <message numerus="yes">
        <source>%n new</source>
        <translation>
            <numerusform>%n 条新内容</numerusform>
        </translation>
    </message>
    <message>
        <source>Columns</source>
        <translation>列</translation>
    </message>
</context>
<context>
    <name>onceover::views::DayChart</name>
    <message>
        <source>%1: %2</source>
        <comment>day, count</comment>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>Nothing was settled yet</source>
        <translation>尚未结算</translation>
    </message>
    <message>
        <source>Succeeded operations per business date, as bars</source>
        <translation>按业务日期统计的成功操作，柱状图</translation>
    </message>
</context>
<context>
    <name>onceover::views::DetailPage</name>
    <message>
        <source>as of %1 %2</source>
        <comment>time, offset</comment>
        <translation>截至 %1 %2</translation>
    </message>
    <message>
        <source>this database</source>
        <translation>此数据库</translation>
    </message>
    <message>
        <source>Not found</source>
        <translation>未找到</translation>
    </message>
    <message>
        <source>%1 is not found in %2 as of %3.</source>
        <comment>what, environment, time</comment>
        <translation>截至 %3，在 %2 中未找到 %1。</translation>
    </message>
    <message>
        <source>Look whether the key is whole and belongs to this environment; a link from elsewhere names its own.</source>
        <translation>请检查键是否完整且属于此环境；来自别处的链接会写明其环境。</translation>
    </message>
    <message>
        <source>Parts of the page</source>
        <translation>页面各部分</translation>
    </message>
</context>
<context>
    <name>onceover::views::DifferencesPage</name>
    <message>
        <source>Request correction…</source>
        <translation>请求更正…</translation>
    </message>
    <message>
        <source>Asks that money found gone after a refusal be booked</source>
        <translation>请求将拒绝之后发现已付出的资金入账</translation>
    </message>
    <message>
        <source>Propose match…</source>
        <translation>提议匹配…</translation>
    </message>
    <message>
        <source>Asks that it be closed because a record of the other side explains it</source>
        <translation>请求因对方记录已说明而关闭</translation>
    </message>
</context>
<context>
    <name>onceover::views::DismissalDialog</name>
    <message>
        <source>Dismiss a dead letter</source>
        <translation>撤销死信</translation>
    </message>
    <message>
        <source>Letter %1 · %2 · %3 · %4</source>
        <comment>number, class, amount, key</comment>
        <translation>死信 %1 · %2 · %3 · %4</translation>
    </message>
    <message>
        <source>Nothing is sent, undone or made good: the letter is closed with your reason, once a second person agrees.</source>
        <translation>不会发送、撤销或弥补任何内容：经另一个人同意后，死信按您的原因关闭。</translation>
    </message>
    <message>
        <source>Request the dismissal   Ctrl+Enter</source>
        <translation>请求撤销   Ctrl+Enter</translation>
    </message>
</context>
<context>
    <name>onceover::views::EvidenceFields</name>
    <message>
        <source>E&amp;vidence</source>
        <translation>证据(&amp;V)</translation>
    </message>
    <message>
        <source>Evidence</source>
        <translation>证据</translation>
    </message>
    <message>
        <source>None</source>
        <comment>evidence</comment>
        <translation>无</translation>
    </message>
    <message>
        <source>Choose…</source>
        <comment>evidence</comment>
        <translation>请选择…</translation>
    </message>
    <message>
        <source>Choose a file…</source>
        <translation>选择文件…</translation>
    </message>
    <message>
        <source>What it &amp;says</source>
        <translation>内容(&amp;S)</translation>
    </message>
    <message>
        <source>What it says</source>
        <translation>内容</translation>
    </message>
    <message>
        <source>The &amp;bank&apos;s reference, if it tells one</source>
        <translation>银行参考号（如有）(&amp;B)</translation>
    </message>
    <message>
        <source>The bank&apos;s reference</source>
        <translation>银行参考号</translation>
    </message>
</context>
<context>
    <name>onceover::views::FenceDialog</name>
    <message>
        <source>Fence a worker</source>
        <translation>隔离一个工作进程</translation>
    </message>
    <message>
        <source>Fence an operation</source>
        <translation>隔离一个操作</translation>
    </message>
    <message>
        <source>Everything that %1 holds</source>
        <comment>worker</comment>
        <translation>%1 持有的一切</translation>
    </message>
    <message>
        <source>Operation %1, held by %2</source>
        <comment>id, worker</comment>
        <translation>操作 %1，由 %2 持有</translation>
    </message>
    <message>
        <source>Takes it away at once: whoever comes back finds that it is theirs no more, and what they still write is refused. The next claim of any worker takes it over; freeze first where it must rest. Messages under way are asked about.</source>
        <translation>立即收回：回来的持有者会发现它已不再属于自己，其后写入均被拒绝。任何工作进程的下一次领取都会接手；若须停住，请先冻结。在途消息会被查询。</translation>
    </message>
    <message>
        <source>&amp;Reason (required)</source>
        <translation>原因（必填）(&amp;R)</translation>
    </message>
    <message>
        <source>Reason</source>
        <translation>原因</translation>
    </message>
    <message>
        <source>Fence now   Ctrl+Enter</source>
        <translation>立即隔离   Ctrl+Enter</translation>
    </message>
</context>
<context>
    <name>onceover::views::FilterLine</name>
    <message>
        <source>“%1” has no index to look it up by: add a date, merchant, job or status.</source>
        <translation>“%1”没有可用的索引：请加上日期、商户、作业或状态。</translation>
    </message>
    <message>
        <source>The business date is written YYYY-MM-DD, for example 2026-03-14.</source>
        <translation>业务日期写作 YYYY-MM-DD，例如 2026-03-14。</translation>
    </message>
    <message>
        <source>The merchant is its number, for example 1032.</source>
        <translation>商户填写编号，例如 1032。</translation>
    </message>
    <message>
        <source>All states</source>
        <translation>全部状态</translation>
    </message>
    <message>
        <source>Filter by state</source>
        <translation>按状态筛选</translation>
    </message>
    <message>
        <source>Business date</source>
        <translation>业务日期</translation>
    </message>
    <message>
        <source>Filter by business date, YYYY-MM-DD</source>
        <translation>按业务日期筛选，YYYY-MM-DD</translation>
    </message>
    <message>
        <source>Job type</source>
        <translation>作业类型</translation>
    </message>
    <message>
        <source>Filter by job type</source>
        <translation>按作业类型筛选</translation>
    </message>
    <message>
        <source>Merchant no.</source>
        <translation>商户编号</translation>
    </message>
    <message>
        <source>Filter by merchant number</source>
        <translation>按商户编号筛选</translation>
    </message>
    <message>
        <source>Key begins with</source>
        <translation>键的开头</translation>
    </message>
    <message>
        <source>Filter by the beginning of the key</source>
        <translation>按键的开头筛选</translation>
    </message>
    <message>
        <source>Batch %1</source>
        <translation>批次 %1</translation>
    </message>
    <message>
        <source>Show the operations of all batches again</source>
        <translation>重新显示所有批次的操作</translation>
    </message>
    <message>
        <source>Clear filter</source>
        <translation>清除筛选</translation>
    </message>
    <message>
        <source>Over 24 h</source>
        <translation>超过 24 小时</translation>
    </message>
    <message>
        <source>Currency</source>
        <translation>货币</translation>
    </message>
    <message>
        <source>Filter by currency, for example CNY</source>
        <translation>按货币筛选，例如 CNY</translation>
    </message>
    <message>
        <source>More or less</source>
        <translation>多或少</translation>
    </message>
    <message>
        <source>They have more</source>
        <translation>对方较多</translation>
    </message>
    <message>
        <source>They have less</source>
        <translation>对方较少</translation>
    </message>
    <message>
        <source>As much</source>
        <translation>相等</translation>
    </message>
    <message>
        <source>Filter by what the other book has beside ours</source>
        <translation>按对方账簿与我方之差筛选</translation>
    </message>
</context>
<context>
    <name>onceover::views::FreezeBanner</name>
    <message>
        <source>Request a lift…</source>
        <translation>请求解除冻结…</translation>
    </message>
    <message>
        <source>Incident…</source>
        <translation>事故…</translation>
    </message>
</context>
<context>
    <name>onceover::views::FreezeDialog</name>
    <message>
        <source>job</source>
        <translation>作业</translation>
    </message>
    <message>
        <source>channel</source>
        <translation>渠道</translation>
    </message>
    <message>
        <source>batch</source>
        <translation>批次</translation>
    </message>
    <message>
        <source>merchant</source>
        <translation>商户</translation>
    </message>
    <message>
        <source>Ordered; waiting until it is in force.</source>
        <translation>已下达；等待生效。</translation>
    </message>
    <message numerus="yes">
        <source>and %n more</source>
        <translation>
            <numerusform>另有 %n 个</numerusform>
        </translation>
    </message>
    <message>
        <source>What may still leave</source>
        <translation>仍可能发出的内容</translation>
    </message>
    <message>
        <source>What stops, and what does not</source>
        <translation>什么会停止，什么不会</translation>
    </message>
    <message>
        <source>Freeze</source>
        <translation>冻结</translation>
    </message>
    <message>
        <source>What is to stop?</source>
        <translation>要停止什么？</translation>
    </message>
    <message>
        <source>another:</source>
        <translation>其他：</translation>
    </message>
    <message>
        <source>Kind of scope</source>
        <translation>范围类型</translation>
    </message>
    <message>
        <source>Which one</source>
        <translation>哪一个</translation>
    </message>
    <message>
        <source>name or number</source>
        <translation>名称或编号</translation>
    </message>
    <message>
        <source>&amp;Reason (replace it before evidence is saved)</source>
        <translation>原因（保存证据前请替换）(&amp;R)</translation>
    </message>
    <message>
        <source>Reason of the freeze</source>
        <translation>冻结的原因</translation>
    </message>
    <message>
        <source>Open an &amp;incident…</source>
        <translation>事故立案…(&amp;I)</translation>
    </message>
</context>
<context>
    <name>onceover::views::GroupBar</name>
    <message>
        <source>%1 %2</source>
        <comment>group, count</comment>
        <translation>%1 %2</translation>
    </message>
    <message>
        <source>all</source>
        <comment>groups</comment>
        <translation>全部</translation>
    </message>
    <message>
        <source>Group the list</source>
        <translation>列表分组方式</translation>
    </message>
</context>
<context>
    <name>onceover::views::HourChart</name>
    <message>
        <source>succeeded</source>
        <comment>bars</comment>
        <translation>成功</translation>
    </message>
    <message>
        <source>failed</source>
        <comment>bars</comment>
        <translation>失败</translation>
    </message>
    <message>
        <source>unknown</source>
        <comment>bars</comment>
        <translation>未知</translation>
    </message>
    <message>
        <source>%1: %2 succeeded, %3 failed, %4 unknown</source>
        <comment>hour, counts</comment>
        <translation>%1：成功 %2，失败 %3，未知 %4</translation>
    </message>
    <message>
        <source>Nothing was counted in the last 24 hours</source>
        <translation>近 24 小时没有计数</translation>
    </message>
    <message>
        <source>Operations per hour, as bars: succeeded, failed, unknown</source>
        <translation>每小时操作数，柱状图：成功、失败、未知</translation>
    </message>
</context>
<context>
    <name>onceover::views::IncidentPage</name>
    <message>
        <source>Save the report</source>
        <translation>保存报告</translation>
    </message>
    <message>
        <source>Reading everything about the incident…</source>
        <translation>正在读取事故的全部内容…</translation>
    </message>
    <message>
        <source>The report is in the clipboard.</source>
        <translation>报告已复制到剪贴板。</translation>
    </message>
    <message>
        <source>The report is in %1.</source>
        <translation>报告已保存到 %1。</translation>
    </message>
    <message>
        <source>Incident</source>
        <comment>page</comment>
        <translation>事故</translation>
    </message>
    <message>
        <source>Log (%1)</source>
        <comment>tab</comment>
        <translation>日志（%1）</translation>
    </message>
    <message>
        <source>Evidence</source>
        <comment>tab</comment>
        <translation>证据</translation>
    </message>
    <message>
        <source>Causes</source>
        <comment>tab</comment>
        <translation>原因</translation>
    </message>
    <message>
        <source>Comparisons</source>
        <comment>tab</comment>
        <translation>比对</translation>
    </message>
    <message>
        <source>Plan</source>
        <comment>tab</comment>
        <translation>计划</translation>
    </message>
    <message>
        <source>Equalities</source>
        <comment>tab</comment>
        <translation>等式</translation>
    </message>
    <message>
        <source>The five equalities</source>
        <translation>五项等式</translation>
    </message>
    <message>
        <source>The report</source>
        <translation>报告</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>number, title</comment>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>The seven steps</source>
        <translation>七个步骤</translation>
    </message>
    <message>
        <source>in force, draining</source>
        <translation>生效，排空中</translation>
    </message>
    <message>
        <source>in force, drained</source>
        <translation>生效，已排空</translation>
    </message>
    <message>
        <source>Owner</source>
        <translation>负责人</translation>
    </message>
    <message>
        <source>Scope</source>
        <translation>范围</translation>
    </message>
    <message>
        <source>Freeze</source>
        <translation>冻结</translation>
    </message>
    <message>
        <source>Opened</source>
        <translation>立案</translation>
    </message>
    <message>
        <source>Frozen since</source>
        <translation>冻结自</translation>
    </message>
    <message>
        <source>Business dates from</source>
        <translation>最早业务日期</translation>
    </message>
    <message>
        <source>Closed</source>
        <translation>已关闭</translation>
    </message>
    <message>
        <source>No recovery plan was asked for.</source>
        <translation>尚未提交恢复计划。</translation>
    </message>
    <message>
        <source>Request %1: %2. Asked for by %3: %4</source>
        <comment>number, state, person, reason</comment>
        <translation>请求 %1：%2。申请人 %3：%4</translation>
    </message>
    <message>
        <source>Counting…</source>
        <translation>正在统计…</translation>
    </message>
    <message>
        <source>Counted from the rows themselves, each side by itself. All five must hold before the freeze is lifted.</source>
        <translation>直接统计记录，两边各自计算。五项全部成立后才能解除冻结。</translation>
    </message>
    <message>
        <source>There is no incident.</source>
        <translation>没有事故。</translation>
    </message>
    <message>
        <source>Why could the second run still take effect? Nobody has answered it yet.</source>
        <translation>第二次执行为什么仍能生效？还没有人回答。</translation>
    </message>
    <message>
        <source>Why could the second run still take effect? %1</source>
        <translation>第二次执行为什么仍能生效？%1</translation>
    </message>
    <message>
        <source>Nobody changes a line of it.</source>
        <translation>任何人都不能更改其中一行。</translation>
    </message>
    <message>
        <source>Incidents</source>
        <translation>事故</translation>
    </message>
    <message>
        <source>Incident %1</source>
        <translation>事故 %1</translation>
    </message>
    <message>
        <source>Acts</source>
        <translation>操作</translation>
    </message>
    <message>
        <source>Everything that may be done about this incident</source>
        <translation>可对该事故做的所有操作</translation>
    </message>
    <message>
        <source>Report</source>
        <translation>报告</translation>
    </message>
    <message>
        <source>The whole incident as a page, to copy, to save or to print</source>
        <translation>整个事故的报告，可复制、保存或打印</translation>
    </message>
    <message>
        <source>Copy the report (Markdown)</source>
        <translation>复制报告（Markdown）</translation>
    </message>
    <message>
        <source>Save the report (Markdown)…</source>
        <translation>保存报告（Markdown）…</translation>
    </message>
    <message>
        <source>Save the report (PDF)…</source>
        <translation>保存报告（PDF）…</translation>
    </message>
    <message>
        <source>Count now</source>
        <translation>立即统计</translation>
    </message>
    <message>
        <source>Log</source>
        <translation>日志</translation>
    </message>
    <message>
        <source>Nothing is written yet.</source>
        <translation>还没有任何记录。</translation>
    </message>
    <message>
        <source>Evidence</source>
        <translation>证据</translation>
    </message>
    <message>
        <source>None was saved yet.</source>
        <translation>尚未保存证据。</translation>
    </message>
    <message>
        <source>Causes, weighed by rows</source>
        <translation>依据记录判断的原因</translation>
    </message>
    <message>
        <source>None.</source>
        <translation>无。</translation>
    </message>
    <message>
        <source>Comparisons with the books outside</source>
        <translation>与外部账册的比对</translation>
    </message>
    <message>
        <source>No book was compared yet.</source>
        <translation>尚未比对账册。</translation>
    </message>
    <message>
        <source>What the plan does, per currency</source>
        <translation>计划内容（按货币）</translation>
    </message>
    <message>
        <source>The plan does nothing.</source>
        <translation>计划不做任何事。</translation>
    </message>
    <message>
        <source>They were not counted yet.</source>
        <translation>尚未统计。</translation>
    </message>
</context>
<context>
    <name>onceover::views::IncidentTextDialog</name>
    <message>
        <source>&amp;Why could the second run still take effect, or why not? (required)</source>
        <translation>第二次执行为什么能（或不能）生效？（必填）(&amp;W)</translation>
    </message>
    <message>
        <source>&amp;Note (required)</source>
        <translation>备注（必填）(&amp;N)</translation>
    </message>
    <message>
        <source>&amp;Reason (required)</source>
        <translation>原因（必填）(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;Note</source>
        <translation>备注(&amp;N)</translation>
    </message>
    <message>
        <source>It stands in the log for good; nothing else changes.</source>
        <translation>永久写入日志；其他都不变。</translation>
    </message>
    <message>
        <source>You own the incident from then on and take its steps; the log says from whom and why.</source>
        <translation>此后由您负责并推进；日志记录从谁接手及原因。</translation>
    </message>
    <message>
        <source>It replaces the reason that was filled in for whoever froze in a hurry. It cannot be changed again.</source>
        <translation>替换紧急冻结时预填的理由。此后不能再改。</translation>
    </message>
    <message>
        <source>The question that every report answers: not why it ran twice, but why the second run could, or could not, have an effect.</source>
        <translation>每份报告都要回答的问题：不是为什么执行了两次，而是第二次执行为什么能（或不能）产生效果。</translation>
    </message>
    <message>
        <source>The incident stands at its diagnosis again: what was compared and planned since counts no more, and open plans are void.</source>
        <translation>事故退回到诊断：之后的比对和计划不再算数，未了结的计划作废。</translation>
    </message>
    <message>
        <source>An empty plan: nothing is recovered. A second person decides; then the incident ends and the freeze may be lifted.</source>
        <translation>空计划：不恢复任何内容。由另一个人决定；之后事故结束，可以解除冻结。</translation>
    </message>
    <message>
        <source>The approved plan begins: the engine carries it out under the freeze, for exactly its rows.</source>
        <translation>已批准的计划开始：引擎在冻结下只对计划所列的各项执行。</translation>
    </message>
    <message>
        <source>It is over. Its log, its evidence and its report stay.</source>
        <translation>事故结束。日志、证据和报告永久保留。</translation>
    </message>
    <message>
        <source>Takes from everybody what they still hold in the scope “%1”: whoever comes back finds that it is theirs no more. Messages under way are asked about.</source>
        <translation>收回所有人在范围“%1”内仍持有的工作：回来的人会发现已不再归其所有。发送中的消息将被查询。</translation>
    </message>
    <message>
        <source>The five equalities are counted now. Where one does not hold, the incident goes back to its diagnosis.</source>
        <translation>现在统计五项等式。只要有一项不成立，事故就退回诊断。</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>number, title</comment>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>Words of the act</source>
        <translation>该操作的说明</translation>
    </message>
    <message>
        <source>&amp;Ticket</source>
        <translation>工单(&amp;T)</translation>
    </message>
    <message>
        <source>Ticket</source>
        <translation>工单</translation>
    </message>
    <message>
        <source>%1   Ctrl+Enter</source>
        <comment>what is done</comment>
        <translation>%1   Ctrl+Enter</translation>
    </message>
</context>
<context>
    <name>onceover::views::IncidentsPage</name>
    <message>
        <source>Open an incident…</source>
        <translation>事故立案…</translation>
    </message>
    <message>
        <source>Begins the seven steps about a scope</source>
        <translation>就某一范围开始七个步骤</translation>
    </message>
</context>
<context>
    <name>onceover::views::LeasesPage</name>
    <message>
        <source>Fence this operation…</source>
        <translation>隔离此操作…</translation>
    </message>
    <message>
        <source>Takes the current operation from whoever holds it</source>
        <translation>从持有者手中收回当前操作</translation>
    </message>
    <message>
        <source>Fence this worker…</source>
        <translation>隔离此工作进程…</translation>
    </message>
    <message>
        <source>Takes all that its worker holds from it</source>
        <translation>收回其工作进程持有的一切</translation>
    </message>
</context>
<context>
    <name>onceover::views::LettersPage</name>
    <message>
        <source>An unknown is never dismissed.</source>
        <translation>未知的结果绝不能撤销。</translation>
    </message>
    <message>
        <source>Request replay…</source>
        <translation>请求重放…</translation>
    </message>
    <message>
        <source>Asks that the selected ones be done again under their keys</source>
        <translation>请求以原键重做所选项</translation>
    </message>
    <message>
        <source>Dismiss…</source>
        <translation>撤销…</translation>
    </message>
    <message>
        <source>Asks that the current letter be closed without doing anything</source>
        <translation>请求不做处理即关闭当前死信</translation>
    </message>
</context>
<context>
    <name>onceover::views::LiftDialog</name>
    <message>
        <source>%1, by %2</source>
        <comment>scope, person</comment>
        <translation>%1，由 %2 下达</translation>
    </message>
    <message>
        <source>Nothing is frozen.</source>
        <translation>没有任何冻结。</translation>
    </message>
    <message>
        <source>Request a lift</source>
        <translation>请求解除冻结</translation>
    </message>
    <message>
        <source>&amp;Freeze</source>
        <translation>冻结(&amp;F)</translation>
    </message>
    <message>
        <source>Freeze</source>
        <translation>冻结</translation>
    </message>
    <message>
        <source>Request the lift   Ctrl+Enter</source>
        <translation>请求解除   Ctrl+Enter</translation>
    </message>
    <message>
        <source>run the latest only, skip the others</source>
        <comment>held runs</comment>
        <translation>只运行最近一次，其余略过</translation>
    </message>
    <message>
        <source>skip all of them</source>
        <comment>held runs</comment>
        <translation>全部略过</translation>
    </message>
    <message>
        <source>run all of them</source>
        <comment>held runs</comment>
        <translation>全部运行</translation>
    </message>
    <message>
        <source>%1 to %2</source>
        <comment>business dates</comment>
        <translation>%1 至 %2</translation>
    </message>
    <message>
        <source>%1: %2, %3</source>
        <comment>job, held runs, business dates</comment>
        <translation>%1：%2，%3</translation>
    </message>
    <message numerus="yes">
        <source>%n run(s) held</source>
        <translation>
            <numerusform>被扣留的运行 %n 次</numerusform>
        </translation>
    </message>
    <message>
        <source>What becomes of the held runs of %1</source>
        <translation>%1 被扣留的运行如何处理</translation>
    </message>
    <message>
        <source>the job&apos;s own: %1</source>
        <translation>按作业自身的规定：%1</translation>
    </message>
    <message>
        <source>A second person decides within 15 minutes. What is held then goes on in its order, under its keys; held runs are released by the policy of their job, the oldest business date first.</source>
        <translation>由另一个人在 15 分钟内决定。之后被扣留的按原顺序、原键继续；被扣留的运行按其作业的规定放行，业务日期最早的在先。</translation>
    </message>
    <message>
        <source>What becomes of the runs that were held</source>
        <translation>被扣留的运行如何处理</translation>
    </message>
</context>
<context>
    <name>onceover::views::ListPage</name>
    <message>
        <source>A date is written YYYY-MM-DD, for example 2026-03-14.</source>
        <translation>日期写作 YYYY-MM-DD，例如 2026-03-14。</translation>
    </message>
    <message numerus="yes">
        <source>No connection: filtered the %n row(s) loaded before</source>
        <translation>
            <numerusform>没有连接：仅在先前加载的 %n 行中筛选</numerusform>
        </translation>
    </message>
    <message>
        <source>Not searched</source>
        <translation>未检索</translation>
    </message>
    <message>
        <source>Nothing matches</source>
        <translation>没有符合的内容</translation>
    </message>
    <message>
        <source>Nothing here yet</source>
        <translation>暂无内容</translation>
    </message>
    <message>
        <source>Columns</source>
        <translation>列</translation>
    </message>
    <message>
        <source>Choose the columns</source>
        <translation>选择列</translation>
    </message>
    <message>
        <source>Go to date</source>
        <translation>跳到日期</translation>
    </message>
    <message>
        <source>Go to business date, YYYY-MM-DD</source>
        <translation>跳到业务日期，YYYY-MM-DD</translation>
    </message>
    <message>
        <source>Shows the list from that business date on; Enter without a date goes back to the newest rows.</source>
        <translation>从该业务日期开始显示列表；不填日期按回车键回到最新的行。</translation>
    </message>
    <message>
        <source>Clear filter</source>
        <translation>清除筛选</translation>
    </message>
    <message>
        <source>The rows stand by business date, newest first. No index serves another order over the whole list: narrow it with the filter, or go to a date.</source>
        <translation>各行按业务日期排列，最新的在前。整个列表没有支持其他顺序的索引：请用筛选缩小范围，或跳到某个日期。</translation>
    </message>
    <message>
        <source>The rows stand by key. No index serves another order over the whole list: narrow it with the filter.</source>
        <translation>各行按键排列。整个列表没有支持其他顺序的索引：请用筛选缩小范围。</translation>
    </message>
</context>
<context>
    <name>onceover::views::LookDialog</name>
    <message>
        <source>Folder in which the evidence is saved</source>
        <translation>保存证据的文件夹</translation>
    </message>
    <message>
        <source>Reading: %1 rows so far.</source>
        <translation>正在读取：已读 %1 行。</translation>
    </message>
    <message>
        <source>Reading; what is found is recorded then.</source>
        <translation>正在读取；之后记录所得结果。</translation>
    </message>
    <message>
        <source>Reads the run&apos;s triggers and attempts and weighs each cause by them. What the rows do not tell stays open for you.</source>
        <translation>读取该次运行的触发和尝试，并据此判断每个原因。记录未能说明的留给您判断。</translation>
    </message>
    <message>
        <source>Lays the book of every channel of the scope beside ours, line by line. Nothing is sent and nothing is repaired; each difference is listed.</source>
        <translation>将范围内每个渠道的账册与本方逐行比对。不发送任何内容，也不作任何修补；每处差异都会登记。</translation>
    </message>
    <message>
        <source>&amp;Job</source>
        <translation>作业(&amp;J)</translation>
    </message>
    <message>
        <source>Job</source>
        <translation>作业</translation>
    </message>
    <message>
        <source>Business &amp;date, YYYY-MM-DD</source>
        <translation>业务日期，YYYY-MM-DD(&amp;D)</translation>
    </message>
    <message>
        <source>Business date, YYYY-MM-DD</source>
        <translation>业务日期，YYYY-MM-DD</translation>
    </message>
    <message>
        <source>&amp;Folder (is made)</source>
        <translation>文件夹（将新建）(&amp;F)</translation>
    </message>
    <message>
        <source>Folder of the bundle</source>
        <translation>证据包文件夹</translation>
    </message>
    <message>
        <source>&amp;Choose…</source>
        <translation>选择…(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;Key file that signs it, or of the only signature that counts</source>
        <translation>签名用的密钥文件，或唯一有效签名的密钥(&amp;K)</translation>
    </message>
    <message>
        <source>Key file</source>
        <translation>密钥文件</translation>
    </message>
    <message>
        <source>&amp;End the look</source>
        <translation>停止读取(&amp;E)</translation>
    </message>
    <message>
        <source>%1   Ctrl+Enter</source>
        <comment>what is done</comment>
        <translation>%1   Ctrl+Enter</translation>
    </message>
    <message>
        <source>Everything about one run goes into a folder, or about every run of the incident where no job is named: scheduler, workers, database and outside, each a file with its SHA-256. A folder that holds a bundle already is judged instead. The digests are recorded.</source>
        <translation>关于一次运行的一切写入一个文件夹；未指明作业时，则为该事故涉及的每次运行：调度器、工作进程、数据库和外部，各成一个带 SHA-256 的文件。已有证据包的文件夹则改为核验。摘要会被记录。</translation>
    </message>
</context>
<context>
    <name>onceover::views::MainWindow</name>
    <message>
        <source>There is no page “%1”.</source>
        <translation>没有“%1”页面。</translation>
    </message>
    <message>
        <source>This is no address of a page: %1</source>
        <translation>这不是页面地址：%1</translation>
    </message>
    <message>
        <source>This address belongs to “%1”; open here is “%2”. Connect there first.</source>
        <comment>profiles</comment>
        <translation>此地址属于“%1”；当前打开的是“%2”。请先连接到那里。</translation>
    </message>
    <message>
        <source>The link to this page is in the clipboard.</source>
        <translation>本页链接已复制到剪贴板。</translation>
    </message>
    <message>
        <source>Ask for a run of a job for a business date</source>
        <translation>为某个业务日期请求运行作业</translation>
    </message>
    <message>
        <source>Onceover</source>
        <translation>Onceover</translation>
    </message>
    <message>
        <source>Onceover — %1</source>
        <comment>environment</comment>
        <translation>Onceover — %1</translation>
    </message>
    <message>
        <source>About Onceover</source>
        <translation>关于 Onceover</translation>
    </message>
    <message>
        <source>Onceover %1</source>
        <translation>Onceover %1</translation>
    </message>
    <message>
        <source>Settles each payment once, and shows it. Free software under the GNU General Public License, version 3 or later.</source>
        <translation>每笔付款只结算一次，并让您看得见。基于 GNU 通用公共许可证第 3 版或更高版本的自由软件。</translation>
    </message>
    <message>
        <source>&amp;File</source>
        <translation>文件(&amp;F)</translation>
    </message>
    <message>
        <source>&amp;Go</source>
        <translation>转到(&amp;G)</translation>
    </message>
    <message>
        <source>&amp;Actions</source>
        <translation>操作(&amp;A)</translation>
    </message>
    <message>
        <source>&amp;View</source>
        <translation>视图(&amp;V)</translation>
    </message>
    <message>
        <source>&amp;Help</source>
        <translation>帮助(&amp;H)</translation>
    </message>
    <message>
        <source>&amp;Theme</source>
        <translation>主题(&amp;T)</translation>
    </message>
    <message>
        <source>&amp;Language</source>
        <translation>语言(&amp;L)</translation>
    </message>
    <message>
        <source>Page</source>
        <translation>页面</translation>
    </message>
    <message>
        <source>As the &amp;system</source>
        <translation>跟随系统(&amp;S)</translation>
    </message>
    <message>
        <source>&amp;Light</source>
        <comment>theme</comment>
        <translation>浅色(&amp;L)</translation>
    </message>
    <message>
        <source>&amp;Dark</source>
        <comment>theme</comment>
        <translation>深色(&amp;D)</translation>
    </message>
    <message>
        <source>&amp;Trigger a run…</source>
        <translation>触发运行(&amp;T)…</translation>
    </message>
    <message>
        <source>Copy the keys of the selected rows</source>
        <translation>复制所选行的键</translation>
    </message>
    <message>
        <source>Copy the selected rows with their header</source>
        <translation>复制所选行（含表头）</translation>
    </message>
    <message>
        <source>Open the row</source>
        <translation>打开该行</translation>
    </message>
    <message>
        <source>Confirm in a dialog</source>
        <translation>在对话框中确认</translation>
    </message>
    <message>
        <source>&amp;Command or key…</source>
        <translation>命令或键(&amp;C)…</translation>
    </message>
    <message>
        <source>&amp;Back</source>
        <translation>后退(&amp;B)</translation>
    </message>
    <message>
        <source>&amp;Forward</source>
        <translation>前进(&amp;F)</translation>
    </message>
    <message>
        <source>Focus the &amp;side bar</source>
        <translation>聚焦侧栏(&amp;S)</translation>
    </message>
    <message>
        <source>&amp;Refresh now</source>
        <translation>立即刷新(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;Pause updates</source>
        <translation>暂停更新(&amp;P)</translation>
    </message>
    <message>
        <source>&amp;Filter</source>
        <translation>筛选(&amp;F)</translation>
    </message>
    <message>
        <source>Copy the &amp;link to this page</source>
        <translation>复制本页链接(&amp;L)</translation>
    </message>
    <message>
        <source>&amp;Normal text size</source>
        <translation>标准字号(&amp;N)</translation>
    </message>
    <message>
        <source>&amp;Larger text</source>
        <translation>放大文字(&amp;L)</translation>
    </message>
    <message>
        <source>S&amp;maller text</source>
        <translation>缩小文字(&amp;M)</translation>
    </message>
    <message>
        <source>&amp;Practice guide</source>
        <translation>练习指南(&amp;P)</translation>
    </message>
    <message>
        <source>&amp;Keyboard</source>
        <translation>键盘(&amp;K)</translation>
    </message>
    <message>
        <source>&amp;About Onceover</source>
        <translation>关于 Onceover(&amp;A)</translation>
    </message>
    <message>
        <source>&amp;Quit</source>
        <translation>退出(&amp;Q)</translation>
    </message>
    <message>
        <source>The practice guide is for a sandbox.</source>
        <translation>练习指南仅用于沙箱。</translation>
    </message>
    <message>
        <source>&amp;Clear filter, leave field, go back</source>
        <translation>清除筛选，离开输入框，返回(&amp;C)</translation>
    </message>
    <message>
        <source>Stop everything, or one job, channel, merchant or batch</source>
        <translation>停止全部，或一个作业、渠道、商户或批次</translation>
    </message>
    <message>
        <source>Ask that what is selected be done again under its keys</source>
        <translation>请求以原键重做所选内容</translation>
    </message>
    <message>
        <source>Ask that a freeze be lifted</source>
        <translation>请求解除冻结</translation>
    </message>
    <message>
        <source>Open it in a terminal: onceover --as %1</source>
        <translation>请在终端中打开：onceover --as %1</translation>
    </message>
    <message>
        <source>Select what is to be done again: dead letters or operations.</source>
        <translation>请先选择要重做的内容：死信或操作。</translation>
    </message>
    <message>
        <source>&amp;Freeze…</source>
        <translation>冻结(&amp;F)…</translation>
    </message>
    <message>
        <source>Request a &amp;lift…</source>
        <translation>请求解除冻结(&amp;L)…</translation>
    </message>
    <message>
        <source>Request &amp;replay…</source>
        <translation>请求重放(&amp;R)…</translation>
    </message>
    <message>
        <source>Begin the seven steps: freeze, find out, recover</source>
        <translation>开始七个步骤：冻结、查明、恢复</translation>
    </message>
    <message>
        <source>Open an &amp;incident…</source>
        <translation>事故立案…(&amp;I)</translation>
    </message>
    <message>
        <source>Open as %1</source>
        <translation>以 %1 的身份打开</translation>
    </message>
    <message>
        <source>This window is theirs.</source>
        <translation>此窗口已是其身份。</translation>
    </message>
    <message>
        <source>Only a sandbox has practice persons.</source>
        <translation>只有沙箱才有演练人员。</translation>
    </message>
</context>
<context>
    <name>onceover::views::MatchDialog</name>
    <message>
        <source>Propose a match</source>
        <translation>提议匹配</translation>
    </message>
    <message>
        <source>Is the record the same money? Look at it, not only at its amount.</source>
        <translation>该记录是同一笔资金吗？请查看记录本身，不要只看金额。</translation>
    </message>
    <message>
        <source>&amp;Yes, it is the same</source>
        <translation>是同一笔(&amp;Y)</translation>
    </message>
    <message>
        <source>&amp;No, or I am not sure</source>
        <translation>否，或不确定(&amp;N)</translation>
    </message>
    <message>
        <source>Then the difference stays open. What stands for money goes by a compensation or a correction.</source>
        <translation>那么差异保持未结。代表资金的差异通过补偿或更正处理。</translation>
    </message>
    <message>
        <source>%1 The difference is closed with who and why; no money moves. Channel, amount and currency must agree, and one record explains one difference.</source>
        <comment>meaning</comment>
        <translation>%1 差异关闭并记下何人、为何；不动资金。渠道、金额和币种必须一致，一条记录只说明一项差异。</translation>
    </message>
    <message>
        <source>E&amp;xplained by</source>
        <translation>由何说明(&amp;X)</translation>
    </message>
    <message>
        <source>Explained by</source>
        <translation>由何说明</translation>
    </message>
</context>
<context>
    <name>onceover::views::MessageTab</name>
    <message>
        <source>Idempotency key</source>
        <translation>幂等键</translation>
    </message>
    <message>
        <source>Computed from the operation and the kind of message; it never changes, whoever sends and however often.</source>
        <translation>由操作和消息种类计算得出；无论由谁发送、发送多少次，都不会改变。</translation>
    </message>
    <message>
        <source>Message</source>
        <translation>消息</translation>
    </message>
    <message>
        <source>Channel and profile</source>
        <translation>渠道与配置</translation>
    </message>
    <message>
        <source>%1, profile %2</source>
        <comment>channel, version</comment>
        <translation>%1，配置 %2</translation>
    </message>
    <message>
        <source>Sends</source>
        <translation>发送</translation>
    </message>
    <message>
        <source>%1 marked, %2 may have left</source>
        <comment>counts</comment>
        <translation>标记 %1 次，可能已发出 %2 次</translation>
    </message>
    <message>
        <source>Questions</source>
        <translation>查询</translation>
    </message>
    <message>
        <source>First sent</source>
        <translation>首次发送</translation>
    </message>
    <message>
        <source>Last sent</source>
        <translation>最近发送</translation>
    </message>
    <message>
        <source>Unknown since</source>
        <translation>未知起始</translation>
    </message>
    <message>
        <source>Asked again at</source>
        <translation>下次查询</translation>
    </message>
    <message>
        <source>Ended</source>
        <translation>结束时间</translation>
    </message>
    <message>
        <source>Last error</source>
        <translation>最近错误</translation>
    </message>
    <message>
        <source>Payload</source>
        <translation>报文</translation>
    </message>
    <message>
        <source>%1 bytes</source>
        <translation>%1 字节</translation>
    </message>
    <message>
        <source>SHA-256 of the payload</source>
        <translation>报文的 SHA-256</translation>
    </message>
    <message>
        <source>The bytes are masked for this login: they name a payee. An auditor sees them; size and SHA-256 say which they are.</source>
        <translation>此登录名只能看到遮蔽的字节，因其含收款人信息。审计员可见；大小和 SHA-256 可辨别其内容。</translation>
    </message>
    <message>
        <source>Payload, byte for byte</source>
        <translation>报文，逐字节</translation>
    </message>
    <message>
        <source>Payload; characters that could hide something are shown as pictures</source>
        <translation>报文；可能隐藏内容的字符以图形显示</translation>
    </message>
</context>
<context>
    <name>onceover::views::MissingMessageDialog</name>
    <message>
        <source>Request the missing message</source>
        <translation>请求补上缺失的消息</translation>
    </message>
    <message>
        <source>Did this key ever take effect? Look at the bank&apos;s book, not only here.</source>
        <translation>该键曾经生效吗？请查看银行账簿，不要只看这里。</translation>
    </message>
    <message>
        <source>&amp;No, the bank does not have it</source>
        <translation>没有，银行没有它(&amp;N)</translation>
    </message>
    <message>
        <source>&amp;Yes, or I am not sure</source>
        <translation>是，或不确定(&amp;Y)</translation>
    </message>
    <message>
        <source>Then nothing is sent. What the bank executed is a fact to record first.</source>
        <translation>那么不发送任何内容。银行已执行的须先作为事实记录。</translation>
    </message>
    <message>
        <source>Its money is held and its message is gone. The message is made again from the operation, under the key that was always its own; it counts as one that may have left before.</source>
        <translation>资金已占用而消息已不在。消息由操作以其一直的键重新生成；视为先前可能已发出。</translation>
    </message>
</context>
<context>
    <name>onceover::views::Notice</name>
    <message>
        <source>Copy details</source>
        <translation>复制详情</translation>
    </message>
    <message>
        <source>Details</source>
        <translation>详情</translation>
    </message>
</context>
<context>
    <name>onceover::views::OpenIncidentDialog</name>
    <message>
        <source>Open an incident</source>
        <translation>事故立案</translation>
    </message>
    <message>
        <source>You own it and take its steps: freeze, evidence, diagnosis, comparison, plan, recovery, verification. A freeze of its scope that is in force belongs to it. Opening stops nothing.</source>
        <translation>由您负责并推进：冻结、证据、诊断、比对、计划、恢复、核实。其范围内已生效的冻结归入该事故。立案本身不停止任何工作。</translation>
    </message>
    <message>
        <source>&amp;Title (required)</source>
        <translation>标题（必填）(&amp;T)</translation>
    </message>
    <message>
        <source>Title</source>
        <translation>标题</translation>
    </message>
    <message>
        <source>&amp;Scope</source>
        <translation>范围(&amp;S)</translation>
    </message>
    <message>
        <source>everything</source>
        <translation>全部</translation>
    </message>
    <message>
        <source>job</source>
        <translation>作业</translation>
    </message>
    <message>
        <source>channel</source>
        <translation>渠道</translation>
    </message>
    <message>
        <source>merchant</source>
        <translation>商户</translation>
    </message>
    <message>
        <source>batch</source>
        <translation>批次</translation>
    </message>
    <message>
        <source>Kind of scope</source>
        <translation>范围类型</translation>
    </message>
    <message>
        <source>Which one</source>
        <translation>哪一个</translation>
    </message>
    <message>
        <source>name or number</source>
        <translation>名称或编号</translation>
    </message>
    <message>
        <source>Business dates &amp;from, YYYY-MM-DD (empty: the last three days)</source>
        <translation>最早业务日期，YYYY-MM-DD（留空：最近三天）(&amp;F)</translation>
    </message>
    <message>
        <source>Business dates from</source>
        <translation>最早业务日期</translation>
    </message>
    <message>
        <source>Open the incident   Ctrl+Enter</source>
        <translation>立案   Ctrl+Enter</translation>
    </message>
</context>
<context>
    <name>onceover::views::OperationPage</name>
    <message>
        <source>Operation</source>
        <comment>page</comment>
        <translation>操作</translation>
    </message>
    <message>
        <source>Timeline (%1)</source>
        <comment>tab</comment>
        <translation>时间线（%1）</translation>
    </message>
    <message>
        <source>Message and key</source>
        <comment>tab</comment>
        <translation>消息与键</translation>
    </message>
    <message>
        <source>Ledger (%1)</source>
        <comment>tab</comment>
        <translation>账簿（%1）</translation>
    </message>
    <message>
        <source>Items (%1)</source>
        <comment>tab</comment>
        <translation>明细（%1）</translation>
    </message>
    <message>
        <source>Dead letters (%1)</source>
        <comment>tab</comment>
        <translation>死信（%1）</translation>
    </message>
    <message>
        <source>Amount</source>
        <translation>金额</translation>
    </message>
    <message>
        <source>The signed sum of its items; it never changes.</source>
        <translation>其明细的带符号合计，绝不改变。</translation>
    </message>
    <message>
        <source>Merchant</source>
        <translation>商户</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <comment>merchant number, name</comment>
        <translation>%1 %2</translation>
    </message>
    <message>
        <source>Payee</source>
        <translation>收款人</translation>
    </message>
    <message>
        <source>As it was when the operation was made; the account is masked.</source>
        <translation>以操作生成时为准；账号已遮蔽。</translation>
    </message>
    <message>
        <source>Business date</source>
        <translation>业务日期</translation>
    </message>
    <message>
        <source>Channel</source>
        <translation>渠道</translation>
    </message>
    <message>
        <source>Bank reference</source>
        <translation>银行参考号</translation>
    </message>
    <message>
        <source>Version</source>
        <translation>版本</translation>
    </message>
    <message>
        <source>The fencing token: grows by one at each claim and each fence.</source>
        <translation>隔离令牌：每次领取和每次隔离加一。</translation>
    </message>
    <message>
        <source>Attempts</source>
        <translation>尝试</translation>
    </message>
    <message>
        <source>Shard and bucket</source>
        <translation>分片与桶</translation>
    </message>
    <message>
        <source>%1, bucket %2</source>
        <comment>shard, bucket</comment>
        <translation>%1，桶 %2</translation>
    </message>
    <message>
        <source>Revision</source>
        <translation>修订</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%2 中的 %1</translation>
    </message>
    <message>
        <source>Held by</source>
        <translation>持有者</translation>
    </message>
    <message>
        <source>Lease until</source>
        <translation>租约到期</translation>
    </message>
    <message>
        <source>Next attempt</source>
        <translation>下次尝试</translation>
    </message>
    <message>
        <source>Updated</source>
        <translation>更新时间</translation>
    </message>
    <message>
        <source>%1: %2.</source>
        <comment>failed for good: why</comment>
        <translation>%1：%2。</translation>
    </message>
    <message>
        <source>Here one became two.</source>
        <translation>在此由一变二。</translation>
    </message>
    <message>
        <source>Six layers, from the reason to run to the bank</source>
        <translation>六层，从运行缘由到银行</translation>
    </message>
    <message>
        <source>The legs add up to zero</source>
        <translation>分录合计为零</translation>
    </message>
    <message>
        <source>The legs add up to %1, not to zero</source>
        <translation>分录合计为 %1，不为零</translation>
    </message>
    <message>
        <source>It settles no item of its own.</source>
        <translation>它不结算自己的明细。</translation>
    </message>
    <message numerus="yes">
        <source>%n item(s) add up to %1: the amount of the operation.</source>
        <translation>
            <numerusform>%n 条明细合计 %1：即操作金额。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n item(s) add up to %1, but the operation is about %2.</source>
        <translation>
            <numerusform>%n 条明细合计 %1，但操作金额为 %2。</numerusform>
        </translation>
    </message>
    <message>
        <source>The first %1 of %2; the sum is of all</source>
        <translation>%2 条中的前 %1 条；合计包含全部</translation>
    </message>
    <message>
        <source>Some lists are longer than shown; times on hover have microseconds</source>
        <translation>部分列表未全部显示；悬停可见微秒</translation>
    </message>
    <message>
        <source>Times on hover have microseconds</source>
        <translation>悬停可见微秒</translation>
    </message>
    <message>
        <source>Operations</source>
        <translation>操作</translation>
    </message>
    <message>
        <source>Batches</source>
        <translation>批次</translation>
    </message>
    <message>
        <source>Operation %1</source>
        <translation>操作 %1</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>Copy this operation</source>
        <translation>复制此操作</translation>
    </message>
    <message>
        <source>Copy as &amp;Markdown report</source>
        <translation>复制为 Markdown 报告(&amp;M)</translation>
    </message>
    <message>
        <source>Copy as &amp;JSON</source>
        <translation>复制为 JSON(&amp;J)</translation>
    </message>
    <message>
        <source>Copy the &amp;key</source>
        <translation>复制键(&amp;K)</translation>
    </message>
    <message>
        <source>What happened, in order</source>
        <translation>按顺序发生的事情</translation>
    </message>
    <message>
        <source>Nothing happened yet.</source>
        <translation>尚未发生任何事情。</translation>
    </message>
    <message>
        <source>Legs</source>
        <translation>分录</translation>
    </message>
    <message>
        <source>No leg: no money was moved for it.</source>
        <translation>没有分录：没有因它移动资金。</translation>
    </message>
    <message>
        <source>What it settles</source>
        <translation>所结算的内容</translation>
    </message>
    <message>
        <source>Dead letters</source>
        <translation>死信</translation>
    </message>
    <message>
        <source>No dead letter: it never stopped being retried.</source>
        <translation>没有死信：从未停止重试。</translation>
    </message>
    <message>
        <source>%1 Last error: %2</source>
        <comment>meaning of the state, error</comment>
        <translation>%1 最近错误：%2</translation>
    </message>
    <message>
        <source>%1 (of the budget: %2)</source>
        <comment>attempts ever, attempts counted</comment>
        <translation>%1（计入次数上限：%2）</translation>
    </message>
</context>
<context>
    <name>onceover::views::OperationsPage</name>
    <message>
        <source>Operations</source>
        <comment>page</comment>
        <translation>操作</translation>
    </message>
</context>
<context>
    <name>onceover::views::OverviewPage</name>
    <message>
        <source>Overview</source>
        <comment>page</comment>
        <translation>总览</translation>
    </message>
    <message>
        <source>Settled per business date</source>
        <translation>按业务日期的结算</translation>
    </message>
    <message>
        <source>Operations per hour, 24 h</source>
        <translation>每小时操作数，24 小时</translation>
    </message>
    <message>
        <source>Loading…</source>
        <translation>正在加载…</translation>
    </message>
    <message>
        <source>Retry</source>
        <translation>重试</translation>
    </message>
</context>
<context>
    <name>onceover::views::Palette</name>
    <message>
        <source>Nothing fits. An operation id, a run key or an onceover:// address opens its page.</source>
        <translation>没有符合的内容。输入操作编号、运行键或 onceover:// 地址可打开相应页面。</translation>
    </message>
    <message>
        <source>Open the operation %1</source>
        <translation>打开操作 %1</translation>
    </message>
    <message>
        <source>Open the batch %1</source>
        <translation>打开批次 %1</translation>
    </message>
    <message>
        <source>Go to %1</source>
        <translation>转到 %1</translation>
    </message>
    <message>
        <source>Not possible now</source>
        <translation>现在不可用</translation>
    </message>
    <message>
        <source>%1, off: %2</source>
        <comment>action, reason</comment>
        <translation>%1，不可用：%2</translation>
    </message>
    <message>
        <source>Command palette</source>
        <translation>命令面板</translation>
    </message>
    <message>
        <source>Command, page, or a key to open</source>
        <translation>命令、页面，或要打开的键</translation>
    </message>
    <message>
        <source>What fits</source>
        <translation>符合的内容</translation>
    </message>
    <message>
        <source>↑ ↓ choose · Enter does it · Esc closes</source>
        <translation>↑ ↓ 选择 · Enter 执行 · Esc 关闭</translation>
    </message>
</context>
<context>
    <name>onceover::views::PlanDialog</name>
    <message>
        <source>The plan</source>
        <translation>计划</translation>
    </message>
    <message>
        <source>Reading what is on record…</source>
        <translation>正在读取记录…</translation>
    </message>
    <message>
        <source>The plan is empty: nothing is to be done.</source>
        <translation>计划为空：无需处理。</translation>
    </message>
    <message>
        <source>In the plan: %1, %2</source>
        <comment>operations, amounts</comment>
        <translation>计划包含：%1，%2</translation>
    </message>
    <message numerus="yes">
        <source>%n operation(s)</source>
        <translation>
            <numerusform>%n 个操作</numerusform>
        </translation>
    </message>
    <message>
        <source>Ask for a recovery plan</source>
        <translation>提交恢复计划</translation>
    </message>
    <message>
        <source>What the outside executed is never done again, and what nobody knows is asked. A second person decides; the engine then does exactly this, under the freeze, under the original keys.</source>
        <translation>外部已执行的绝不再做，无人知晓的则去查询。由另一个人决定；之后引擎在冻结下、以原键只执行这些。</translation>
    </message>
    <message>
        <source>What is to be done</source>
        <translation>要做什么</translation>
    </message>
    <message>
        <source>The scope has no operation.</source>
        <translation>范围内没有操作。</translation>
    </message>
    <message>
        <source>Operation by operation</source>
        <translation>逐个操作</translation>
    </message>
    <message>
        <source>Every operation took effect once.</source>
        <translation>每个操作都已生效一次。</translation>
    </message>
    <message>
        <source>&amp;Leave the selected operations alone</source>
        <translation>不处理选中的操作(&amp;L)</translation>
    </message>
    <message>
        <source>Ask for the plan   Ctrl+Enter</source>
        <translation>提交计划   Ctrl+Enter</translation>
    </message>
</context>
<context>
    <name>onceover::views::PracticeGuide</name>
    <message>
        <source>Done: %1</source>
        <comment>step</comment>
        <translation>已完成：%1</translation>
    </message>
    <message>
        <source>Open: %1</source>
        <comment>step</comment>
        <translation>未完成：%1</translation>
    </message>
    <message>
        <source>Try it: practice guide</source>
        <translation>试一试：练习指南</translation>
    </message>
    <message>
        <source>Put the practice guide away</source>
        <translation>收起练习指南</translation>
    </message>
    <message>
        <source>Put the practice guide away; View brings it back.</source>
        <translation>收起练习指南；可从“视图”菜单重新打开。</translation>
    </message>
    <message>
        <source>Copy</source>
        <comment>command</comment>
        <translation>复制</translation>
    </message>
    <message>
        <source>Trigger a run…</source>
        <translation>触发运行…</translation>
    </message>
    <message>
        <source>Freeze…</source>
        <translation>冻结…</translation>
    </message>
    <message>
        <source>Open as %1</source>
        <translation>以 %1 的身份打开</translation>
    </message>
    <message>
        <source>Show the approvals</source>
        <translation>查看审批</translation>
    </message>
    <message>
        <source>Show the dead letters</source>
        <translation>显示死信</translation>
    </message>
    <message>
        <source>Show the audit</source>
        <translation>显示审计</translation>
    </message>
    <message>
        <source>Fold: %1</source>
        <comment>step</comment>
        <translation>收起：%1</translation>
    </message>
    <message>
        <source>Unfold: %1</source>
        <comment>step</comment>
        <translation>展开：%1</translation>
    </message>
    <message>
        <source>All steps</source>
        <translation>全部步骤</translation>
    </message>
    <message>
        <source>Show all steps, although the page then scrolls.</source>
        <translation>显示全部步骤；页面随后需要滚动。</translation>
    </message>
</context>
<context>
    <name>onceover::views::ReadingPage</name>
    <message>
        <source>Still loading…</source>
        <translation>仍在加载…</translation>
    </message>
    <message numerus="yes">
        <source>Updates paused, %n change(s) waiting – F5</source>
        <translation>
            <numerusform>更新已暂停，有 %n 项变化等待 – F5</numerusform>
        </translation>
    </message>
    <message>
        <source>Updates paused – F5 reads now</source>
        <translation>更新已暂停 – F5 立即读取</translation>
    </message>
    <message>
        <source>Loading…</source>
        <translation>正在加载…</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Retry</source>
        <translation>重试</translation>
    </message>
    <message>
        <source>Reading</source>
        <translation>正在读取</translation>
    </message>
</context>
<context>
    <name>onceover::views::RemedyButton</name>
    <message>
        <source>Put right</source>
        <translation>补救</translation>
    </message>
    <message>
        <source>Ask for what puts this operation right</source>
        <translation>为该操作请求补救</translation>
    </message>
    <message>
        <source>&amp;Decide the unknown…</source>
        <translation>裁定未知结果…(&amp;D)</translation>
    </message>
    <message>
        <source>Request &amp;compensation…</source>
        <translation>请求补偿…(&amp;C)</translation>
    </message>
    <message>
        <source>Request &amp;revision…</source>
        <translation>请求修订…(&amp;R)</translation>
    </message>
    <message>
        <source>Request re-&amp;send…</source>
        <translation>请求重新发送…(&amp;S)</translation>
    </message>
    <message>
        <source>Request the &amp;missing message…</source>
        <translation>请求补上缺失的消息…(&amp;M)</translation>
    </message>
</context>
<context>
    <name>onceover::views::RemedyDialog</name>
    <message>
        <source>Operation %1</source>
        <translation>操作 %1</translation>
    </message>
    <message>
        <source>On record: %1</source>
        <comment>answers of the bank</comment>
        <translation>已记录：%1</translation>
    </message>
    <message>
        <source>&amp;Go on although it is frozen, once drained</source>
        <translation>即使已冻结，排空后仍继续(&amp;G)</translation>
    </message>
    <message>
        <source>A second click is harmless: one request id covers this dialog.</source>
        <translation>再次点击没有影响：本对话框只有一个请求编号。</translation>
    </message>
    <message>
        <source>Request approval   Ctrl+Enter</source>
        <translation>请求审批   Ctrl+Enter</translation>
    </message>
</context>
<context>
    <name>onceover::views::ReplayDialog</name>
    <message>
        <source>%1 · %2 · %3</source>
        <comment>key, amount, class</comment>
        <translation>%1 · %2 · %3</translation>
    </message>
    <message>
        <source>%1 · %2 · out: %3</source>
        <comment>key, amount, why</comment>
        <translation>%1 · %2 · 排除：%3</translation>
    </message>
    <message numerus="yes">
        <source>and %n more</source>
        <translation>
            <numerusform>另有 %n 个</numerusform>
        </translation>
    </message>
    <message>
        <source>Nothing that was picked can be done again.</source>
        <translation>所选内容都不能重做。</translation>
    </message>
    <message>
        <source>Then it took effect, and doing it again would pay twice. What must be made good is a compensation of its own; nothing is asked for here.</source>
        <translation>那么它已生效，重做会付两次款。需要弥补的应另行提出补偿；这里不提出任何请求。</translation>
    </message>
    <message>
        <source>Request a replay</source>
        <translation>请求重放</translation>
    </message>
    <message>
        <source>Did any of these keys ever succeed? Look at the bank&apos;s book, not only here.</source>
        <translation>这些键中是否有任何一个曾经成功？请查看银行的账簿，不要只看这里。</translation>
    </message>
    <message>
        <source>&amp;No, none of them</source>
        <translation>否，一个也没有(&amp;N)</translation>
    </message>
    <message>
        <source>&amp;Yes, or I am not sure</source>
        <translation>是，或者我不确定(&amp;Y)</translation>
    </message>
    <message>
        <source>For a decision in the &amp;morning (up to 16 hours)</source>
        <translation>留待早上决定（最长 16 小时）(&amp;M)</translation>
    </message>
    <message>
        <source>&amp;Go on although it is frozen, once drained</source>
        <translation>虽已冻结，排空后仍继续(&amp;G)</translation>
    </message>
    <message>
        <source>A second click is harmless: one request id covers this dialog. The bank sees the same keys as before, whoever sends and however often.</source>
        <translation>重复点击无妨：此对话框只有一个请求标识。无论谁发送、发送几次，银行看到的都是与之前相同的键。</translation>
    </message>
    <message>
        <source>Request approval   Ctrl+Enter</source>
        <translation>请求审批   Ctrl+Enter</translation>
    </message>
</context>
<context>
    <name>onceover::views::RequestDialog</name>
    <message>
        <source>&amp;Reason (required)</source>
        <translation>原因（必填）(&amp;R)</translation>
    </message>
    <message>
        <source>Reason</source>
        <translation>原因</translation>
    </message>
    <message>
        <source>&amp;Ticket</source>
        <translation>工单(&amp;T)</translation>
    </message>
    <message>
        <source>Ticket</source>
        <translation>工单</translation>
    </message>
</context>
<context>
    <name>onceover::views::ResendDialog</name>
    <message>
        <source>Request a re-send</source>
        <translation>请求重新发送</translation>
    </message>
    <message>
        <source>Did this key ever take effect? Look at the bank&apos;s book, not only here.</source>
        <translation>该键曾经生效吗？请查看银行账簿，不要只看这里。</translation>
    </message>
    <message>
        <source>&amp;No, the bank never saw it</source>
        <translation>没有，银行从未见过(&amp;N)</translation>
    </message>
    <message>
        <source>&amp;Yes, or I am not sure</source>
        <translation>是，或不确定(&amp;Y)</translation>
    </message>
    <message>
        <source>Then it is not sent again. Ask the bank first, or decide the unknown from evidence.</source>
        <translation>那么不再次发送。请先询问银行，或根据证据裁定未知结果。</translation>
    </message>
    <message>
        <source>The same bytes leave once more under the same key. The database asks that the bank was asked late enough, that its channel honours keys, and that this key still lives.</source>
        <translation>同样的字节以同一键再发一次。数据库要求：已足够晚地询问银行、渠道认可键、该键仍有效。</translation>
    </message>
</context>
<context>
    <name>onceover::views::ResolveDialog</name>
    <message>
        <source>Decide an unknown</source>
        <translation>裁定未知结果</translation>
    </message>
    <message>
        <source>What does the evidence prove?</source>
        <translation>证据证明了什么？</translation>
    </message>
    <message>
        <source>It was &amp;executed</source>
        <translation>已执行(&amp;E)</translation>
    </message>
    <message>
        <source>It was n&amp;ot, and can no longer be</source>
        <translation>未执行，且不可能再执行(&amp;O)</translation>
    </message>
    <message>
        <source>What is named becomes a fact beside the bank&apos;s answers; what is on record wins over what is claimed. Nothing is sent.</source>
        <translation>所列证据将与银行答复一并成为事实；记录优先于主张。不发送任何内容。</translation>
    </message>
</context>
<context>
    <name>onceover::views::RevealButton</name>
    <message>
        <source>The whole account number and the payload, to whoever says why; the audit has it first.</source>
        <translation>说明原因者可见完整账号和报文；审计会先行记录。</translation>
    </message>
    <message>
        <source>Show what is masked…</source>
        <translation>显示被遮蔽的内容…</translation>
    </message>
</context>
<context>
    <name>onceover::views::RevealDialog</name>
    <message>
        <source>Your look is being recorded; then it is shown here.</source>
        <translation>正在记录您的查看；随后在此显示。</translation>
    </message>
    <message>
        <source>Beneficiary</source>
        <translation>收款人</translation>
    </message>
    <message>
        <source>Account</source>
        <translation>账户</translation>
    </message>
    <message>
        <source>Country</source>
        <translation>国家</translation>
    </message>
    <message>
        <source>Show what is masked</source>
        <translation>显示被遮蔽的内容</translation>
    </message>
    <message>
        <source>Operation %1</source>
        <translation>操作 %1</translation>
    </message>
    <message>
        <source>Shows whom it pays, with the whole account number, and the payload as it went or would go out. That you look, and why, is in the audit before anything is shown. It is shown here only, until you close this; no copy or report has it.</source>
        <translation>显示收款人、完整账号，以及已发出或将要发出的报文。您查看以及原因会在显示之前记入审计。内容只在此处显示，关闭即消失；任何复制或报告都不含它。</translation>
    </message>
    <message>
        <source>&amp;Reason (required)</source>
        <translation>原因（必填）(&amp;R)</translation>
    </message>
    <message>
        <source>Reason</source>
        <translation>原因</translation>
    </message>
    <message>
        <source>Payload, byte for byte</source>
        <translation>报文，逐字节</translation>
    </message>
    <message>
        <source>Payload; characters that could hide something are shown as pictures</source>
        <translation>报文；可能隐藏内容的字符以图形显示</translation>
    </message>
    <message>
        <source>Record and show   Ctrl+Enter</source>
        <translation>记录并显示   Ctrl+Enter</translation>
    </message>
</context>
<context>
    <name>onceover::views::RevisionDialog</name>
    <message>
        <source>Request a revision</source>
        <translation>请求修订</translation>
    </message>
    <message>
        <source>Did this key ever take effect? Look at the bank&apos;s book, not only here.</source>
        <translation>该键曾经生效吗？请查看银行账簿，不要只看这里。</translation>
    </message>
    <message>
        <source>&amp;No, it was refused or not executed</source>
        <translation>否，已被拒绝或未执行(&amp;N)</translation>
    </message>
    <message>
        <source>&amp;Yes, or I am not sure</source>
        <translation>是，或不确定(&amp;Y)</translation>
    </message>
    <message>
        <source>Then replacing it would pay twice. What took effect is made good by a compensation; nothing is asked for here.</source>
        <translation>那么修订会重复付款。已生效的用补偿处理；这里不提出任何请求。</translation>
    </message>
    <message>
        <source>A new revision with the same items and the beneficiary of now is settled and sent under a key of its own. It is the only way on for what was refused.</source>
        <translation>以相同明细和当前收款人建立新修订，用自己的键结算并发送。对被拒绝的操作，这是唯一的出路。</translation>
    </message>
</context>
<context>
    <name>onceover::views::RolloutDialog</name>
    <message>
        <source>Going back undoes nothing that took effect. Somebody must deal with:</source>
        <translation>后退不会撤销已生效的内容。需要有人处理：</translation>
    </message>
    <message>
        <source>Request a stage of rules</source>
        <translation>请求规则阶段</translation>
    </message>
    <message>
        <source>%1 · rules of version %2 · now: %3</source>
        <comment>job, version, stage</comment>
        <translation>%1 · 规则版本 %2 · 当前：%3</translation>
    </message>
    <message>
        <source>Operations: open %1, held %2, took effect %3, failed %4. Taken over %5, open alerts of the job %6.</source>
        <translation>操作：未完成 %1，被拦住 %2，已生效 %3，失败 %4。接管 %5 次，该作业未关闭的告警 %6。</translation>
    </message>
    <message>
        <source>&amp;Stage</source>
        <translation>阶段(&amp;S)</translation>
    </message>
    <message>
        <source>Stage</source>
        <translation>阶段</translation>
    </message>
    <message>
        <source>Takes effect &amp;for: “merchant 17, channel practice-bank”</source>
        <translation>生效对象，例如“merchant 17, channel practice-bank”(&amp;F)</translation>
    </message>
    <message>
        <source>For whom</source>
        <translation>生效对象</translation>
    </message>
    <message>
        <source>Request approval   Ctrl+Enter</source>
        <translation>请求审批   Ctrl+Enter</translation>
    </message>
</context>
<context>
    <name>onceover::views::RolloutPage</name>
    <message>
        <source>Ask for a stage…</source>
        <translation>请求阶段…</translation>
    </message>
    <message>
        <source>Asks that the chosen rules go on to the next stage, or back</source>
        <translation>请求所选规则进入下一阶段，或后退</translation>
    </message>
</context>
<context>
    <name>onceover::views::ShortcutSheet</name>
    <message>
        <source>Keyboard</source>
        <translation>键盘</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
</context>
<context>
    <name>onceover::views::SideBar</name>
    <message>
        <source>Pages</source>
        <translation>页面</translation>
    </message>
</context>
<context>
    <name>onceover::views::SideBarButton</name>
    <message>
        <source>%1 – press G, then %2</source>
        <comment>page, letter</comment>
        <translation>%1 – 先按 G，再按 %2</translation>
    </message>
    <message>
        <source>%1, %2 open</source>
        <comment>page, count</comment>
        <translation>%1，%2 项未结</translation>
    </message>
</context>
<context>
    <name>onceover::views::StateChart</name>
    <message>
        <source>%1: %2</source>
        <comment>state, count</comment>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>Operations by state, as bars</source>
        <translation>按状态统计的操作，柱状图</translation>
    </message>
</context>
<context>
    <name>onceover::views::StatusLine</name>
    <message>
        <source>Practice time</source>
        <translation>练习时间</translation>
    </message>
    <message>
        <source>The clock of this sandbox is its own: days pass as fast as they are settled.</source>
        <translation>此沙箱使用自己的时钟：结算多快，日子就过多快。</translation>
    </message>
    <message>
        <source>Updates paused</source>
        <translation>更新已暂停</translation>
    </message>
    <message>
        <source>Lists are not refreshed. F5 reads now, Shift+F5 goes on.</source>
        <translation>列表不刷新。F5 立即读取，Shift+F5 恢复。</translation>
    </message>
    <message>
        <source>Times in %1</source>
        <translation>时间采用 %1</translation>
    </message>
    <message>
        <source>Every time on the screen is written with this offset. Business dates are plain dates.</source>
        <translation>屏幕上的所有时间均采用此时差。业务日期为普通日期。</translation>
    </message>
    <message>
        <source>Status</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>, </source>
        <comment>between two roles</comment>
        <translation>、</translation>
    </message>
</context>
<context>
    <name>onceover::views::TileButton</name>
    <message>
        <source>%1: %2</source>
        <comment>tile, value</comment>
        <translation>%1：%2</translation>
    </message>
</context>
<context>
    <name>onceover::views::TriggerDialog</name>
    <message>
        <source>Requested; waiting for the answer.</source>
        <translation>已提交请求，等待应答。</translation>
    </message>
    <message>
        <source>An existing day, written YYYY-MM-DD.</source>
        <translation>真实存在的日期，写作 YYYY-MM-DD。</translation>
    </message>
    <message>
        <source>Required, written YYYY-MM-DD; nothing is guessed from the clock.</source>
        <translation>必填，写作 YYYY-MM-DD；不会按时钟猜测。</translation>
    </message>
    <message>
        <source>Trigger a run</source>
        <translation>触发运行</translation>
    </message>
    <message>
        <source>&amp;Job</source>
        <translation>作业(&amp;J)</translation>
    </message>
    <message>
        <source>Business &amp;date</source>
        <translation>业务日期(&amp;D)</translation>
    </message>
    <message>
        <source>Job</source>
        <translation>作业</translation>
    </message>
    <message>
        <source>Business date, YYYY-MM-DD</source>
        <translation>业务日期，YYYY-MM-DD</translation>
    </message>
    <message>
        <source>A second click is harmless: one request id covers this dialog, and job and business date make one run key. A run that exists is named; nothing is settled twice.</source>
        <translation>再次点击没有副作用：一个请求号对应一个对话框，作业与业务日期构成一个运行键。已存在的运行会被指明；不会重复结算。</translation>
    </message>
    <message>
        <source>Trigger another</source>
        <translation>再触发一个</translation>
    </message>
    <message>
        <source>Trigger run   Ctrl+Enter</source>
        <translation>触发运行   Ctrl+Enter</translation>
    </message>
</context>
<context>
    <name>onceover::views::TwinCard</name>
    <message>
        <source>Show as table: %1</source>
        <translation>显示为表格：%1</translation>
    </message>
    <message>
        <source>Table</source>
        <comment>picture as table</comment>
        <translation>表格</translation>
    </message>
</context>
<context>
    <name>onceover::views::WeighDialog</name>
    <message>
        <source>Weigh a cause</source>
        <translation>判断原因</translation>
    </message>
    <message>
        <source>A symptom alone supports nothing: name the rows that a verdict rests on (triggers, attempts, runs, audit rows), several with commas between them.</source>
        <translation>仅凭现象不能支持任何原因：请列出判断所依据的记录（触发、尝试、运行、审计记录），多个以逗号分隔。</translation>
    </message>
    <message>
        <source>&amp;Cause</source>
        <translation>原因(&amp;C)</translation>
    </message>
    <message>
        <source>Cause</source>
        <translation>原因</translation>
    </message>
    <message>
        <source>&amp;supported</source>
        <translation>有证据支持(&amp;S)</translation>
    </message>
    <message>
        <source>&amp;refuted</source>
        <translation>已排除(&amp;R)</translation>
    </message>
    <message>
        <source>Ro&amp;ws that it rests on (required)</source>
        <translation>依据的记录（必填）(&amp;W)</translation>
    </message>
    <message>
        <source>Rows that it rests on</source>
        <translation>依据的记录</translation>
    </message>
    <message>
        <source>W&amp;hy (required)</source>
        <translation>理由（必填）(&amp;H)</translation>
    </message>
    <message>
        <source>Why</source>
        <translation>理由</translation>
    </message>
    <message>
        <source>Weigh &amp;another</source>
        <translation>继续判断(&amp;A)</translation>
    </message>
    <message>
        <source>Record the verdict   Ctrl+Enter</source>
        <translation>记录判断   Ctrl+Enter</translation>
    </message>
</context>
<context>
    <name>onceover::views::WorkPage</name>
    <message>
        <source>No index serves another order over the whole list: narrow it with the filter.</source>
        <translation>没有索引支持整个列表的其他排序：请用筛选缩小范围。</translation>
    </message>
    <message>
        <source>The rows stand by “%1”. No index serves another order over the whole list: narrow it with the filter.</source>
        <translation>各行按“%1”排列。没有索引支持整个列表的其他排序：请用筛选缩小范围。</translation>
    </message>
</context>
</TS>
