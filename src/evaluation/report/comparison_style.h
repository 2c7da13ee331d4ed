#pragma once
#include <string_view>

namespace regard::report {

/// What the comparison page adds to draw::page_style() and draw::picture_style().
inline constexpr std::string_view kComparisonStyle = R"(
:root{--soft:#f3f5f7;--good:#d5efe3;--good-ink:#00513b;--bad:#a33b00;--look:230 159 0}
@media screen and (prefers-color-scheme:dark){
:root{--soft:#20242a;--good:#12402f;--good-ink:#9be8c9;--bad:#ff9d66;--look:200 140 0}
}
body{max-width:72rem}
h1{margin:.2rem 0 .4rem}
h2{font-size:1.35rem;margin:2.6rem 0 .4rem;padding-top:.6rem;border-top:1px solid var(--edge)}
h3{font-size:1.05rem;margin:1.6rem 0 .3rem}
h4{font-size:1rem;margin:.2rem 0}
section{break-inside:auto}
summary>h2{display:inline-block;border:0;margin:0;padding:0;color:var(--ink)}
.folded>details{margin:.8rem 0 0;border-top:1px solid var(--edge);padding-top:.5rem}
.folded>details>summary{font-size:1rem}
p{max-width:46rem}
.note,figcaption,caption,small{color:var(--muted)}
.note,figcaption,caption,small,details>summary{font-size:.875rem}
:focus-visible{outline:3px solid var(--link);outline-offset:2px}
.skip{position:absolute;left:-99rem}.skip:focus{left:1rem;top:.5rem;background:var(--paper);padding:.5rem}
nav ul{display:flex;flex-wrap:wrap;gap:.3rem 1.1rem;list-style:none;margin:.6rem 0;padding:0}
nav a{display:inline-block;padding:.2rem 0}

.verdict{border-left:6px solid var(--link);background:var(--soft);padding:.7rem 1.1rem;margin:1rem 0}.verdict p{max-width:60rem}
.verdict p{margin:.3rem 0}.verdict p:first-child{font-size:1.35rem;font-weight:bold}
.verdict pre{overflow-x:auto;margin:.3rem 0;font-size:.875rem}
.warnings{list-style:none;padding:0;max-width:46rem}
.warnings li{border-left:6px solid var(--bad);background:var(--soft);padding:.4rem 1rem;margin:.4rem 0}
.warnings b{color:var(--bad)}
.fine{border-left:6px solid var(--good-ink);background:var(--soft);padding:.4rem 1rem}
dl.facts{display:grid;grid-template-columns:max-content 1fr;gap:.15rem 1rem;margin:.6rem 0}
dl.facts dt{color:var(--muted)}dl.facts dd{margin:0;overflow-wrap:anywhere}

.scroll{overflow-x:auto;max-width:100%}
table{border-collapse:collapse;margin:.6rem 0;font-variant-numeric:tabular-nums}
caption{text-align:left;padding:.2rem 0}
th,td{padding:.32rem .7rem;border-bottom:1px solid var(--edge);text-align:right;vertical-align:top}
th:first-child,td.words{text-align:left}
thead th{border-bottom:2px solid var(--muted);vertical-align:bottom;overflow-wrap:break-word}
tbody th{font-weight:normal;min-width:9rem;max-width:24rem}
td small,th small{display:block;font-weight:normal}
td small{white-space:nowrap}
td.best{font-weight:bold}td.best::before{content:"★ ";color:var(--good-ink)}
td.best small,td.strong small{font-weight:normal}td.strong{font-weight:bold}
.turned thead th{max-width:7.5rem}
.swatch{padding:0 .4em;margin-right:.4em;font-size:.8em;line-height:1;background:currentColor;
border:1px solid var(--muted);print-color-adjust:exact;-webkit-print-color-adjust:exact}
.swatch.hollow{background:transparent;border:3px solid currentColor;padding:0 .27em}
.charts{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,29rem),1fr));gap:1rem;align-items:start}
.charts>*{min-width:0}
figure{margin:.6rem 0;max-width:100%;break-inside:avoid}
figure svg{min-width:21rem}figure.wide svg{min-width:30rem}
figcaption{max-width:36rem}
.value.at .mark{stroke:var(--ink);stroke-width:2}
.value.at .hit{stroke:var(--ink);stroke-width:1.5}
details{margin:.3rem 0 1rem}summary{cursor:pointer;color:var(--link);padding:.15rem 0}
#tip{position:fixed;z-index:9;max-width:min(22rem,92vw);padding:.3rem .6rem;border-radius:4px;
background:var(--ink);color:var(--paper);font-size:.875rem;pointer-events:none;white-space:pre-line}
.beside{display:flex;flex-wrap:wrap;gap:0 2rem;align-items:start}.beside>*{max-width:100%}

.controls{display:flex;flex-wrap:wrap;gap:.6rem 1.2rem;margin:.8rem 0}
.controls label{display:flex;flex-direction:column;font-size:.875rem;color:var(--muted)}
input,select,button{font:inherit;color:var(--ink);background:var(--paper);border:1px solid var(--muted);
border-radius:4px;padding:.3rem .5rem;max-width:100%}
button{cursor:pointer;background:var(--soft)}
#find{min-width:min(20rem,90vw)}
#sentence-table{width:100%}
#sentence-table th.texts{text-align:left}
#sentence-table th button{border:0;max-width:7rem;background:none;font-weight:bold;padding:.2rem;text-align:inherit}
#sentence-table th button::after{content:"\a0↕";color:var(--muted)}
#sentence-table th[aria-sort=ascending] button::after{content:"\a0▲";color:inherit}
#sentence-table th[aria-sort=descending] button::after{content:"\a0▼";color:inherit}
#sentence-table td{border-bottom-width:2px}
#sentence-table td.texts{text-align:left;min-width:17rem;width:100%}
.texts p{margin:.1rem 0;max-width:none;display:grid;grid-template-columns:7.5rem 1fr;
gap:.8rem;overflow-wrap:anywhere}
.texts p>b{font-weight:normal;color:var(--muted);font-size:.875rem}
.texts .kinds{font-size:.875rem;color:var(--muted)}
.texts button{font-size:.875rem;padding:.1rem .5rem;margin-top:.2rem}
.alone{background:var(--good);color:var(--good-ink);font-weight:bold;text-decoration:underline;
print-color-adjust:exact;-webkit-print-color-adjust:exact}
.off{color:var(--bad);text-decoration:underline wavy var(--bad);text-underline-offset:2px}
.missed{text-decoration:underline dotted var(--ink) 2px;text-underline-offset:3px}
.attended{background:rgb(var(--look)/calc(var(--weight)*.5));
box-shadow:inset 0 calc(var(--weight)*-6px) rgb(var(--look))}
.pointed{outline:2px solid rgb(var(--look))}
.wins{padding-left:1.6rem}.wins li{margin:.5rem 0;break-inside:avoid}
.more .side{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,22rem),1fr));gap:1rem 2rem;
text-align:left}
.side>div{min-width:0}
.side ol{margin:.3rem 0;padding-left:1.6rem}.side li{overflow-wrap:anywhere}
.legend span{padding:0 .15em}

#rows .score{display:none}
.one-column #rows .score{display:inline}
@media (max-width:40rem){
#rows .score{display:inline}
body{padding:.7rem}
table{font-size:.875rem}
th,td{padding:.3rem .3rem}
tbody th{min-width:0;max-width:6.5rem;overflow-wrap:anywhere}
thead th{max-width:7rem;overflow-wrap:anywhere}
.more .side{display:block;position:sticky;left:0;width:calc(100vw - 2.5rem)}
.texts p{display:block}.texts p>b{margin-right:.3em}.texts p>b::after{content:": "}
}
@media print{
:root{font-size:9.5pt}
body{max-width:none;padding:0}
a{color:inherit;text-decoration:none}
nav,.skip,.controls,.texts button,#tip,#more-buttons,.screen{display:none!important}
tr,li,figure,.verdict,.warnings li{break-inside:avoid}
h2,h3,h4,caption{break-after:avoid}
thead{display:table-header-group}
.scroll{overflow:visible}
th,td{padding:.2rem .45rem}
figure svg,figure.wide svg{min-width:0}
#sentence-table td.texts{min-width:0}
#sentence-table th button::after{content:""}
}
)";

}  // namespace regard::report
