// The figures in the order of the book, with their texts in English and Chinese.
#include "figures/figures.h"

namespace regard::figures {
// The figures, each drawn by its own source in this folder.
draw::Picture attention_cues();
draw::Picture kernel_regression();
draw::Picture kernel_width();
draw::Picture kernels();
draw::Picture masked_softmax();
draw::Picture masked_softmax_steps();
draw::Picture one_query();
draw::Picture batch_products();
draw::Picture attention_scores();
draw::Picture masks();
draw::Picture layer_norm_steps();
draw::Picture feed_forward_views();
draw::Picture residual_gradients();
draw::Picture cache_times();
draw::Picture positional_encoding();
draw::Picture positional_encoding_curves();
draw::Picture positional_encoding_binary();
draw::Picture position_rotation();
draw::Picture prediction_ahead();
draw::Picture markov_order();
draw::Picture vanishing_gradients();
draw::Picture truncation_strategies();
draw::Picture truncated_training();
draw::Picture sentence_length();
draw::Picture layers_compared();
draw::Picture layer_times();
draw::Picture beam_search();
draw::Picture attention_encoder();
draw::Picture attention_decoder();
draw::Picture attention_cross();
draw::Picture attention_bahdanau();

namespace {

// A new figure needs a source, its declaration above and its row here, in the order of the book.
constexpr Figure kFigures[] = {
    {"prediction-ahead",
     {"9.1", "One step ahead, and further",
      "A network of two layers, and a linear model, predict the next number of a noisy sine "
      "from four. Fed with their own predictions they soon drift: the further ahead, the "
      "larger the error."},
     {"8.1", "单步预测与多步预测",
      "一个两层网络和一个线性模型用前四个数预测带噪声的正弦函数的下一个数。把预测值作为输入继续预测"
      "，很"
      "快就会偏离：预测得越远，误差越大。"},
     prediction_ahead},
    {"markov-order",
     {"9.1", "How much past a Markov model needs",
      "A Markov model of order τ counts what follows τ characters. On held-out sentences of data/ "
      "the perplexity falls to some order and then rises: long contexts are rare, and the 0.1 "
      "added to each count weighs more. The same characters in random order are independent, so "
      "the past does not help."},
     {"8.1", "马尔可夫模型需要多长的过去",
      "τ阶马尔可夫模型统计每τ个字符之后出现什么。在data/"
      "的留出句子上，困惑度先随阶数下降，然后上升：较长的上下文很少见，给每个计数加上的0."
      "1影响更大。同样的字符打乱顺序"
      "之后相互独立，过去的字符没有任何帮助。"},
     markov_order},
    {"truncation-strategies",
     {"9.7", "Truncated back-propagation through time",
      "How far gradients flow back: through all steps, within segments of fixed length, or "
      "within segments of random length, weighted so that the expected gradient is the full "
      "one."},
     {"8.7", "截断的通过时间反向传播",
      "梯度沿时间回传多远：完整计算经过所有时间步，常规截断限于固定长度的片段，随机截断限于随机长度"
      "的片段，并加以权重，使梯度的期望等于完整梯度。"},
     truncation_strategies},
    {"truncated-training",
     {"9.7", "Training with truncated back-propagation",
      "The same small network on the same sentences. Truncated at every step it learns least; "
      "4, 16 or 64 steps make little difference here, and random truncation gains nothing."},
     {"8.7", "用截断的通过时间反向传播训练",
      "同一个小网络，同样的句子。每一步都截断时学得最少；每4、16或64步截断在这里差别不大，随机截断"
      "没有带来好处。"},
     truncated_training,
     15},
    {"vanishing-gradients",
     {"9.7", "Gradients that vanish",
      "Effect of a change in the first state on the state t steps later (in an LSTM: "
      "on the cell). A plain network multiplies by tanh′ and W_hh at every step. "
      "With a spectral radius of up to 1, the effect vanishes. Above 1, it does not "
      "grow for long either: tanh saturates, and its slope tanh′ is near 0. A gated "
      "network multiplies mainly by its gate, which must be open at the start: "
      "biases for memories of 1 to 100 steps keep what bias 1 has lost after twenty steps."},
     {"8.7", "梯度消失",
      "改变首个隐状态，对t步之后的隐状态（对长短期记忆网络则是记忆元）有多大影响。普通循环神经网络"
      "每一步都乘以tanh′与W_"
      "hh。谱半径不大于1时影响消失；大于1时影响也不会长久增长，因为tanh饱和，其斜率tanh′接近0。门控"
      "网络主要乘"
      "以门的值，而门必须从一开始就打开：对应1至100步记忆的偏置，能保留偏置为1时二十步后便丢失的内"
      "容。"},
     vanishing_gradients},
    {"beam-search",
     {"10.8", "Beam search as a tree",
      "Each column is a step, which keeps the three most probable prefixes. Below each word is "
      "its probability given its prefix; the chosen translation is marked. The probabilities "
      "come from a small Transformer, trained on a toy language for this figure."},
     {"9.8", "束搜索的树",
      "每一列是一步，保留概率最大的三个前缀。每个词下面是它在给定前缀下的概率，选中的译文用蓝色标出"
      "。概率"
      "来自专为这幅图在玩具语言上训练的小Transformer。"},
     beam_search},
    {"attention-cues",
     {"11.1", "Attention cues",
      "Without a query, attention depends only on the keys: every row is the same. With "
      "queries, each finds the key most similar to it, the more clearly the sharper the "
      "softmax; in the limit each query attends only to its own key, which is the book's "
      "identity map."},
     {"10.1", "注意力提示",
      "没有查询时，注意力只取决于键：每一行都相同。有了查询，每个查询找到与它最相似的键，softmax越"
      "尖锐，找得越清楚；极限情形下每个查询只关注自己的键，这就是书中的单位矩阵。"},
     attention_cues},
    {"kernel-regression",
     {"11.2", "Kernel regression is attention",
      "Fifty noisy points and three estimates between them: the mean of all, a mean weighted "
      "by a Gaussian kernel, and one with a learned width. Below, the weights: a row per "
      "query, a column per data point; the color scale ends at 0.2."},
     {"10.2", "核回归就是注意力汇聚",
      "五十个带噪声的点，以及由它们得到的三种估计：所有值的平均、用高斯核加权的平均，以及用学到的核"
      "宽加权的平均。下面是权重：每个查询一行，每个数据点一列；颜色到0.2为止。"},
     kernel_regression},
    {"kernel-width",
     {"11.2", "Learning the width of the kernel",
      "Loss while gradient descent learns the width. The book's learning rate jumps across the "
      "valley at the first step; a smaller rate descends into it."},
     {"10.2", "学习核宽",
      "用梯度下降学习核宽时的损失。书中的学习率在第一步就越过了谷底；较小的学习率则逐步降到谷底。"},
     kernel_width},
    {"kernels",
     {"11.2", "Four kernels",
      "Weights K(x − xᵢ) over their sum. The constant of a kernel cancels. A Gaussian measures "
      "the L2 distance, an exponential the L1 distance; a boxcar and the book's "
      "Epanechnikov kernel, a triangle, end at distance 1."},
     {"10.2", "四种核",
      "权重是K(x − "
      "xᵢ)"
      "除以它们的和，所以核的常数因子被约去。高斯核度量L2距离，指数核度量L1距离；箱形核和书中的Epan"
      "echnikov核（三角形）在距离为1处终止。"},
     kernels},
    {"masked-softmax",
     {"11.3", "Masked softmax",
      "Softmax over the first scores only: as many as a sequence, or a query, has keys. Masked "
      "scores get weight 0, the others sum to 1. The book draws its scores at random and "
      "prints these weights; here the scores are their logarithms."},
     {"10.3", "掩蔽softmax",
      "只对前几个分数做softmax：每个序列或每个查询有多少个有效的键就取多少个。被掩蔽的分数权重为0，"
      "其余权重之和为1。书中的分数是随机的，只印出这些权重；这里的分数取权重的对数。"},
     masked_softmax},
    {"masked-softmax-steps",
     {"11.3", "Masked softmax, step by step",
      "Scores, the mask, the exponentials that count, their sum and the weights."},
     {"10.3", "逐步计算掩蔽softmax", "分数、掩码、计入的指数、它们的和，以及权重。"},
     masked_softmax_steps},
    {"one-query",
     {"11.3", "One query and four keys",
      "“I love deep learning”: the query of the last word is compared with the keys of all four. "
      "Each step of scaled dot-product attention as a table of numbers."},
     {"10.3", "一个查询与四个键",
      "“I love deep "
      "learning”：最后一个词的查询与四个词的键相比。缩放点积注意力的每一步都列成一张数表。"},
     one_query},
    {"batch-products",
     {"11.3", "Batch matrix multiplication",
      "Tensors of shape (n, a, b) and (n, b, c), multiplied in pairs: here the weighted means of "
      "two lists of ten values."},
     {"10.3", "批量矩阵乘法",
      "形状为(n, a, b)和(n, b, c)的张量逐对相乘：这里是两组各十个值的加权平均。"},
     batch_products},
    {"attention-scores",
     {"11.3", "Additive and dot-product attention",
      "Weights of two sequences with 2 and 6 valid keys. With equal keys, as in the book's "
      "example, both scores spread the weight evenly; with different keys, they select."},
     {"10.3", "加性注意力与缩放点积注意力",
      "两个序列的注意力权重，有效的键分别有2个和6个。像书中的例子那样键都相等时，两种评分函数都把权"
      "重均匀分开；键不同时，权重有所选择。"},
     attention_scores},
    {"attention-bahdanau",
     {"11.4", "A trained recurrent model: additive attention",
      "The attention of a GRU encoder-decoder (Bahdanau et al., 2015). An adjective that "
      "changes places appears off the diagonal."},
     {"10.4", "训练好的循环模型：加性注意力",
      "一个门控循环单元编码器-"
      "解码器的注意力（Bahdanau等人，2015）。换了位置的形容词出现在对角线之外。"},
     attention_bahdanau},
    {"sentence-length",
     {"11.4", "Context vector against attention",
      "Two small translators after the same updates on the same sentences of data/. One compresses "
      "the whole source into one vector; the other attends to every word and is better at every "
      "length."},
     {"10.4", "上下文变量与注意力",
      "两个小翻译模型，在data/"
      "的同样句子上做了同样多次更新。一个把整个源序列压缩成一个向量，另一个关注每个词；后者在每种长"
      "度上都更好。"},
     sentence_length,
     55},
    {"positional-encoding",
     {"11.6", "Positional encoding",
      "Each row is added to the embedding at that position: pairs of sine and cosine whose "
      "frequency falls from left to right."},
     {"10.6", "位置编码", "每一行加到该位置的嵌入上：成对的正弦和余弦，频率从左到右降低。"},
     positional_encoding},
    {"positional-encoding-curves",
     {"11.6", "Positional encoding, four of its columns",
      "Columns 6 and 7 are sine and cosine of one frequency, 8 and 9 of a lower one."},
     {"10.6", "位置编码的四列", "第6、7列是同一频率的正弦和余弦，第8、9列的频率较低。"},
     positional_encoding_curves},
    {"positional-encoding-binary",
     {"11.6", "Positions as binary numbers and as waves",
      "The lowest bit of a counter changes at every number, the next at every second one. The "
      "columns of the positional encoding do the same, smoothly."},
     {"10.6", "用二进制数和用波表示位置",
      "二进制数的最低位每个数变一次，次低位每两个数变一次。位置编码的各列也是如此，只是变化平滑。"},
     positional_encoding_binary},
    {"position-rotation",
     {"11.6", "Relative positions are rotations",
      "One rotation per frequency takes the encoding of any position i to that of i + 3, so "
      "attention can find what is three places away."},
     {"10.6", "相对位置是旋转",
      "对每个频率，同一个旋转把任意位置i的编码变成位置i + "
      "3的编码，所以注意力能找到相隔三个位置的内容。"},
     position_rotation},
    {"layers-compared",
     {"11.6", "Convolution, recurrence and self-attention",
      "Path length between tokens, sequential steps and cost: the longest path between two of "
      "five tokens, with complexities and numbers below."},
     {"10.6", "卷积、循环与自注意力",
      "词元之间的路径长度、顺序操作和计算代价：五个词元中两个词元之间的最长路径，下面是复杂度和数值"
      "。"},
     layers_compared},
    {"layer-times",
     {"11.6", "The same three layers, measured",
      "Times of one pass on this machine by sequence length and by token width, with the "
      "exponents of the best-fitting power laws."},
     {"10.6", "同样的三种层，测得的时间",
      "在本机上一次前向传播的时间，随序列长度和词元维数变化，以及拟合得最好的幂律的指数。"},
     layer_times},
    {"masks",
     {"11.7", "Causal mask and padding mask",
      "A decoder position sees itself and the positions before it. In the encoder, and from the "
      "decoder to the source, no position sees padding. The decoder needs no second mask: "
      "padding comes last, so the causal mask hides it from every query whose result counts."},
     {"10.7", "因果掩码与填充掩码",
      "解码器的每个位置只看到自己和之前的位置。在编码器自注意力和交叉注意力中，任何位置都看不到填充"
      "。解码器不需要第二个掩码：填充在最后，对于有用的查询，因果掩码已经遮住了填充。"},
     masks},
    {"layer-norm-steps",
     {"11.7", "Layer normalization, step by step",
      "Each row minus its mean, divided by its standard deviation: (1, 2) has mean 1.5 and "
      "deviation 0.5, and becomes (−1, 1)."},
     {"10.7", "逐步计算层规范化",
      "每一行减去其均值，再除以其标准差：(1, 2)的均值是1.5，标准差是0.5，结果是(−1, 1)。"},
     layer_norm_steps},
    {"feed-forward-views",
     {"11.7", "A feed-forward network, three ways",
      "The same numbers from two linear layers, from two convolutions of kernel 1, and from a "
      "memory in which each hidden unit has a key and a value."},
     {"10.7", "前馈网络的三种等价形式",
      "两个线性层、两个核大小为1的卷积，以及每个隐藏单元有一个键和一个值的记忆，给出同样的数。"},
     feed_forward_views},
    {"residual-gradients",
     {"11.7", "Gradients with and without residual connections",
      "The part of the gradient that reaches each layer. Without residual connections it vanishes "
      "on its way down; with them it does not, because each layer's derivative has an identity "
      "added."},
     {"10.7", "有无残差连接时的梯度",
      "到达每一层的梯度。没有残差连接时，梯度在回传途中消失；有残差连接时不会，因为每层的导数都加上"
      "了单位矩阵。"},
     residual_gradients},
    {"cache-times",
     {"11.7", "Keeping keys and values",
      "A decoder that keeps the keys and values of earlier steps computes one position per step. A "
      "decoder that recomputes the prefix takes time that grows with the square of the length."},
     {"10.7", "保留键和值",
      "保留之前各步的键和值的解码器，每步只计算一个位置。每步重新计算整个前缀时，用时随长度的平方增"
      "长。"},
     cache_times,
     10},
    {"attention-encoder",
     {"11.7", "A trained Transformer: encoder self-attention",
      "What each source word attends to in the source, by layer and head."},
     {"10.7", "训练好的Transformer：编码器自注意力",
      "每个源词在源序列中关注哪些词，按层和头排列。"},
     attention_encoder},
    {"attention-decoder",
     {"11.7", "A trained Transformer: decoder self-attention",
      "Each written word attends to those before it, never ahead."},
     {"10.7", "训练好的Transformer：解码器自注意力",
      "每个生成的词关注它之前的词，看不到后面的词。"},
     attention_decoder},
    {"attention-cross",
     {"11.7", "A trained Transformer: cross-attention",
      "The source words that each written word attends to, by layer and head."},
     {"10.7", "训练好的Transformer：交叉注意力", "每个生成的词关注哪些源词，按层和头排列。"},
     attention_cross},
};

}  // namespace

std::span<const Figure> figures() { return kFigures; }

}  // namespace regard::figures
