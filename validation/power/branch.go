package power

import (
	"slices"
	"sort"
	"sync"
)

// chunk is the blocks below a node of the level that is kept apart, in parts of fan blocks, and the level between: the node of
// each part. What looks at the nodes only never decodes a block.
type chunk struct {
	*branch
	of    *stored // nil where all are held
	index int
}

// branch is what is known of a chunk, shared by all callers. It is safe for concurrent use.
type branch struct {
	nodes   []node
	each    []part
	count   int  // blocks
	size    int  // readings of each but the last
	outline bool // there are the nodes alone
}

// part is the blocks of a node, decoded when the first of them is needed.
type part struct {
	once    sync.Once
	coded   []byte // nil where they are held
	blocks  []block
	failure error
}

func newBranch(blocks, size int) *branch {
	count := (blocks + fan - 1) / fan
	return &branch{nodes: make([]node, count), each: make([]part, count), count: blocks, size: size}
}

// branchOf is that of blocks that are held.
func branchOf(blocks []block) *branch {
	c := newBranch(len(blocks), blocks[0].count)
	for i := range c.each {
		c.each[i].blocks = blocks[i*fan : min(len(blocks), (i+1)*fan)]
		c.nodes[i] = mergeBlocks(c.each[i].blocks)
	}
	return c
}

// branchWithout is that of blocks without readings.
func branchWithout(blocks int) *branch {
	c := newBranch(blocks, 0)
	for i := range c.each {
		c.each[i].blocks = make([]block, c.blocksOf(i))
	}
	return c
}

func (c *branch) node() node { return mergeAll(c.nodes) }

// blocksOf is how many blocks a part has.
func (c *branch) blocksOf(part int) int { return min(fan, c.count-part*fan) }

// code codes the nodes, each with the length of its coded blocks, and these after all of them. It states how long the nodes are:
// nothing where there is a single part, whose node is that of the chunk.
func (c *branch) code() (coded []byte, nodes int) {
	bodies := make([][]byte, len(c.each))
	head := newWriter()
	before := point{}
	for i := range c.each {
		body := newWriter()
		body.blocks(c.each[i].blocks, c.nodes[i].first)
		if bodies[i] = body.Data; len(bodies) > 1 {
			length := len(body.Data)
			head.part(&c.nodes[i], before, &length)
		}
		before = c.nodes[i].last
	}
	return slices.Concat(append([][]byte{head.Data}, bodies...)...), len(head.Data)
}

// readBranch reads coded blocks, which are refused where they do not make the node of the chunk.
func readBranch(coded []byte, whole *node, size int) (*branch, error) {
	c := newBranch((whole.count+size-1)/size, size)
	lengths, at, err := c.readNodes(coded, whole)
	if err != nil {
		return nil, err
	}
	for i, length := range lengths {
		if length > len(coded)-at {
			return nil, errOverview
		}
		c.each[i].coded, at = coded[at:at+length], at+length
	}
	if at < len(coded) {
		return nil, errOverview
	}
	return c, nil
}

// readOutline reads the nodes alone.
func readOutline(coded []byte, whole *node, size int) (*branch, error) {
	c := newBranch((whole.count+size-1)/size, size)
	c.outline = true
	if _, at, err := c.readNodes(coded, whole); err != nil || at < len(coded) {
		return nil, errOverview
	}
	return c, nil
}

// readNodes reads the nodes that coded blocks begin with, and how long those of each part are, which begin at a place.
func (c *branch) readNodes(coded []byte, whole *node) (lengths []int, at int, err error) {
	if len(c.each) == 1 {
		c.nodes[0] = *whole
		return []int{len(coded)}, 0, nil
	}
	d := newReader(coded)
	lengths = make([]int, len(c.each))
	before := point{}
	for i := range c.nodes {
		n := &c.nodes[i]
		n.count = min(fan*c.size, whole.count-i*fan*c.size)
		d.part(n, before, &lengths[i])
		if !n.orderly() || i > 0 && n.first.at < before.at {
			return nil, 0, errOverview
		}
		before = n.last
	}
	if d.Damaged || c.node() != *whole {
		return nil, 0, errOverview
	}
	return lengths, d.At, nil
}

// block returns the i-th block of the chunk.
func (c *chunk) block(i int) *block { return &c.partOf(i / fan)[i%fan] }

// partOf returns the blocks of a part. Those that cannot be read have no readings.
func (c *chunk) partOf(i int) []block {
	if c.outline {
		return c.of.chunk(c.index).partOf(i)
	}
	p := &c.each[i]
	p.once.Do(func() { c.open(i) })
	if p.failure != nil {
		c.of.failBlocks(c.index*ChunkBlocks+i*fan, len(p.blocks), p.failure)
	}
	return p.blocks
}

// openParts decodes the blocks of the nodes that need it.
func (c *chunk) openParts(asked func(n *node) bool) {
	for i := range c.nodes {
		if asked(&c.nodes[i]) {
			c.partOf(i)
		}
	}
}

// open decodes a part, whose blocks are refused where they do not make its node.
func (c *branch) open(i int) {
	p, n := &c.each[i], &c.nodes[i]
	if p.coded == nil {
		return
	}
	p.blocks = make([]block, c.blocksOf(i))
	for k := range p.blocks {
		p.blocks[k].count = min(c.size, n.count-k*c.size)
	}
	d := newReader(p.coded)
	if d.blocks(p.blocks, n.first); d.Damaged || d.At < len(p.coded) || mergeBlocks(p.blocks) != *n {
		clear(p.blocks)
		p.failure = errOverview
	}
	p.coded = nil
}

// reaching returns the first block whose last reading is not before an instant.
func (c *chunk) reaching(at int64) int {
	i := sort.Search(len(c.nodes), func(i int) bool { return c.nodes[i].last.at >= at })
	if i == len(c.nodes) {
		return c.count
	}
	if c.nodes[i].first.at >= at {
		return i * fan
	}
	blocks := c.partOf(i)
	return i*fan + sort.Search(len(blocks), func(k int) bool { return blocks[k].last.at >= at })
}
